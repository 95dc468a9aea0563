import { mapSeries } from '../../../weather/meteo/index.js';
import {
  clearSkyUvIndex,
  daylightFlags,
  rain,
  seaLevelPressure,
  vapourPressureDeficit,
  wetBulbTemperature,
  wmoCodes,
} from './derived-values.js';
import { type OpenMeteoQuantity } from './quantities.js';
import { type Steps } from './steps.js';

/** A variable of `current`, `minutely_15` and `hourly`. */
export interface StepVariable {
  readonly quantity: OpenMeteoQuantity;
  /** One value for each step; without it, the variable is null. */
  readonly derive?: (steps: Steps) => Float64Array;
  /** One sentence in Markdown: how it is derived. */
  readonly method?: string;
}

const is = (quantity: OpenMeteoQuantity, metric: string): StepVariable => ({
  quantity,
  derive: (steps) => steps.at(metric),
  method: `Our \`${metric}\`.`,
});

/**
 * The amount in the step before.
 * @param factor from the metric's hourly amount to the unit of the variable
 */
const amount = (quantity: OpenMeteoQuantity, metric: string, factor: number): StepVariable => ({
  quantity,
  derive: (steps) => mapSeries(steps.before(metric), (value) => value * factor * steps.hours),
  method: `Our \`${metric}\`, as the amount of the hour (or 15 minutes) before \`time\`.`,
});

const missing = (quantity: OpenMeteoQuantity, ...names: string[]): [string, StepVariable][] =>
  names.map((name) => [name, { quantity }]);

const atHeights = (prefix: string, quantity: OpenMeteoQuantity) =>
  missing(quantity, ...[80, 120, 180].map((metres) => `${prefix}_${metres}m`));

const ANSWERED: Record<string, StepVariable> = {
  temperature_2m: is('temperature', 'temperature'),
  relative_humidity_2m: is('percent', 'humidity'),
  dew_point_2m: is('temperature', 'dewPoint'),
  apparent_temperature: is('temperature', 'temperatureApparent'),
  wet_bulb_temperature_2m: {
    quantity: 'temperature',
    derive: wetBulbTemperature,
    method: 'From our `temperature` and `humidity` (Stull, at sea-level pressure).',
  },
  vapour_pressure_deficit: {
    quantity: 'vapourPressure',
    derive: vapourPressureDeficit,
    method: 'From our `temperature` and `humidity` (Magnus).',
  },
  precipitation: amount('water', 'precipitationIntensity', 1),
  rain: {
    quantity: 'water',
    derive: rain,
    method:
      'Our `precipitationIntensity` without the water of `snowAccumulation`, as `precipitation`; showers included.',
  },
  snowfall: amount('snow', 'snowAccumulation', 0.1),
  precipitation_probability: {
    quantity: 'percent',
    derive: (steps) => steps.before('precipitationProbability'),
    method: 'Our `precipitationProbability` of the hour (or 15 minutes) before `time`.',
  },
  weather_code: {
    quantity: 'code',
    derive: wmoCodes,
    method:
      'Our `weatherCode` of the hour (or 15 minutes) before `time` if anything measurable fell in it; otherwise from `cloudCover` and `visibility` at `time`. As WMO code 4677.',
  },
  pressure_msl: {
    quantity: 'pressure',
    derive: seaLevelPressure,
    method: 'Our `pressureSurfaceLevel`, carried down to sea level by our `temperature` and `dewPoint`.',
  },
  surface_pressure: is('pressure', 'pressureSurfaceLevel'),
  cloud_cover: is('percent', 'cloudCover'),
  visibility: {
    quantity: 'height',
    derive: (steps) => mapSeries(steps.at('visibility'), (kilometres) => kilometres * 1000),
    method: 'Our `visibility`, at most 24,100 m.',
  },
  wind_speed_10m: is('speed', 'windSpeed'),
  wind_direction_10m: is('direction', 'windDirection'),
  wind_gusts_10m: {
    quantity: 'speed',
    derive: (steps) => steps.highest('windGust', 'windGust'),
    method:
      'The highest of the hour before `time`, which is our `windGust` of that hour, where the model has the highest gust of a span, as IFS and ICON-EU do; otherwise our `windGust` at `time`.',
  },
  uv_index: is('index', 'uvIndex'),
  uv_index_clear_sky: {
    quantity: 'index',
    derive: clearSkyUvIndex,
    method: 'As our `uvIndex`, without clouds.',
  },
  is_day: { quantity: 'flag', derive: daylightFlags, method: '1 if the sun is up at `time`, otherwise 0.' },
  soil_moisture_0_to_10cm: {
    quantity: 'soilMoisture',
    derive: (steps) => mapSeries(steps.at('soilMoisture'), (percent) => percent / 100),
    method: 'Our `soilMoisture`.',
  },
};

const RADIATION = [
  'shortwave_radiation',
  'direct_radiation',
  'diffuse_radiation',
  'direct_normal_irradiance',
  'global_tilted_irradiance',
  'terrestrial_radiation',
];

/** In the order in which the guide lists them. */
export const STEP_VARIABLES: ReadonlyMap<string, StepVariable> = new Map([
  ...Object.entries(ANSWERED),
  ...missing(
    'water',
    'showers',
    'evapotranspiration',
    'et0_fao_evapotranspiration',
    'snowfall_water_equivalent',
  ),
  ...missing('height', 'snow_depth', 'snow_height', 'snowfall_height', 'freezing_level_height'),
  ...missing('height', 'boundary_layer_height', 'convective_cloud_base', 'convective_cloud_top'),
  ...missing('percent', 'cloud_cover_low', 'cloud_cover_mid', 'cloud_cover_high'),
  ...atHeights('wind_speed', 'speed'),
  ...atHeights('wind_direction', 'direction'),
  ...atHeights('temperature', 'temperature'),
  ...missing('temperature', 'surface_temperature', 'soil_temperature_0cm', 'soil_temperature_6cm'),
  ...missing('temperature', 'soil_temperature_18cm', 'soil_temperature_54cm'),
  ...missing('soilMoisture', 'soil_moisture_0_to_1cm', 'soil_moisture_1_to_3cm', 'soil_moisture_3_to_9cm'),
  ...missing('soilMoisture', 'soil_moisture_9_to_27cm', 'soil_moisture_27_to_81cm'),
  ...missing('seconds', 'sunshine_duration'),
  ...missing('column', 'total_column_integrated_water_vapour'),
  ...missing('energy', 'cape', 'convective_inhibition', 'lightning_potential'),
  ...missing('number', 'lifted_index'),
  ...missing('verticalSpeed', 'updraft'),
  ...missing('radiation', ...RADIATION, ...RADIATION.map((name) => `${name}_instant`)),
]);

/** The variables of pressure levels, by what precedes `_850hPa`. All of them are null. */
const PRESSURE_LEVEL_VARIABLES = {
  temperature: 'temperature',
  relative_humidity: 'percent',
  dew_point: 'temperature',
  cloud_cover: 'percent',
  wind_speed: 'speed',
  wind_direction: 'direction',
  geopotential_height: 'height',
  vertical_velocity: 'verticalSpeed',
} as const satisfies Record<string, OpenMeteoQuantity>;

const PRESSURE_LEVEL = /^([a-z_]+)_(\d{2,4})hPa$/;

/** Looks up a variable by its current name; undefined if Open-Meteo has none. */
export function stepVariable(name: string): StepVariable | undefined {
  const known = STEP_VARIABLES.get(name);
  if (known) return known;
  const kind = PRESSURE_LEVEL.exec(name)?.[1] ?? '';
  if (!Object.hasOwn(PRESSURE_LEVEL_VARIABLES, kind)) return undefined;
  return { quantity: PRESSURE_LEVEL_VARIABLES[kind as keyof typeof PRESSURE_LEVEL_VARIABLES] };
}
