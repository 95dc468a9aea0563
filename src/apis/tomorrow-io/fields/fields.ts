import type { UnitSystem } from '../../../weather/meteo/index.js';
import {
  type DaySource,
  type Metric,
  type QuantityName,
  type ServedForm,
  averageDirection,
  dominantCode,
  servedForms,
} from '../../../weather/metrics/index.js';
import {
  amountOf,
  depthOf,
  intensityOf,
  newSnow,
  precipitationType,
  seaLevelPressure,
  uvHealthConcern,
} from './derived-values.js';
import { type Steps } from './steps.js';

/** Endings of field names that select a daily value. */
export const MEASURES = ['Avg', 'Max', 'Min', 'Sum'] as const;
export type Measure = (typeof MEASURES)[number];

/** A field with a number for each step, or for each day. */
export interface NumberField {
  readonly served: Readonly<Record<UnitSystem, ServedForm>>;
  /** Endings by which daily values can be requested. */
  readonly measures: readonly Measure[];
  /** Computes one value per step, in the metric unit; without it, the field is null. */
  readonly derive?: (steps: Steps) => Float64Array;
  /** Computes a day's value under each of its names, if it is not made of the hourly values. */
  readonly ofDay?: (day: DaySource) => number;
  /** One sentence in Markdown on how the value is produced. */
  readonly method?: string;
}

/** An instant, the same for all steps of a local day. */
export interface InstantField {
  readonly instant: 'sunriseMs' | 'sunsetMs' | 'unknown';
  readonly method?: string;
}

export type Field = NumberField | InstantField;

const EXTREMES: readonly Measure[] = ['Avg', 'Max', 'Min'];

const number = (
  quantity: QuantityName,
  decimals: Metric['decimals'],
  derive: NumberField['derive'],
  method: string,
): NumberField => ({
  served: servedForms(quantity, decimals),
  measures: EXTREMES,
  derive,
  method,
});

const is = (quantity: QuantityName, decimals: Metric['decimals'], metric: string): NumberField =>
  number(quantity, decimals, ({ at }) => at(metric), `Our \`${metric}\`.`);

const WATER_DECIMALS = { metric: 2, imperial: 3 } as const;

const rate = (derive: NumberField['derive'], method: string): NumberField =>
  number('precipitationRate', WATER_DECIMALS, derive, method);

/** An amount that falls in the step that begins at its time. */
const amount = (derive: NumberField['derive'], method: string): NumberField => ({
  ...number('length', WATER_DECIMALS, derive, method),
  measures: [...EXTREMES, 'Sum'],
});

const missing = (names: readonly string[], measures = EXTREMES) =>
  names.map((name): [string, NumberField] => [name, { served: servedForms('index', 0), measures }]);

const NONE_OR_NULL = 'is 0 if none falls, and null otherwise: the depth is unknown.';

const ANSWERED: Readonly<Record<string, Field>> = {
  temperature: is('temperature', 1, 'temperature'),
  temperatureApparent: is('temperature', 1, 'temperatureApparent'),
  dewPoint: is('temperature', 1, 'dewPoint'),
  humidity: is('share', 0, 'humidity'),
  windSpeed: is('speed', 1, 'windSpeed'),
  windGust: is('speed', 1, 'windGust'),
  windDirection: {
    ...is('direction', 0, 'windDirection'),
    measures: ['Avg'],
    ofDay: averageDirection,
    method: 'Our `windDirection`; for a day, the direction of the average of the hourly wind vectors.',
  },
  pressureSurfaceLevel: is('pressure', 2, 'pressureSurfaceLevel'),
  pressureSeaLevel: number(
    'pressure',
    2,
    seaLevelPressure,
    'Our `pressureSurfaceLevel`, carried down to sea level by our `temperature` and `dewPoint`.',
  ),
  precipitationIntensity: rate(({ at }) => at('precipitationIntensity'), 'Our `precipitationIntensity`.'),
  precipitationProbability: is('share', 0, 'precipitationProbability'),
  precipitationType: number(
    'code',
    0,
    precipitationType,
    '0 none, 1 rain, 2 snow, 3 freezing rain or 4 ice pellets: what our `weatherCode` names, and in a thunderstorm what most of our `precipitationIntensity` is.',
  ),
  rainIntensity: rate(
    intensityOf('rain'),
    'Our `precipitationIntensity` without snow, freezing rain and ice pellets.',
  ),
  snowIntensity: rate(intensityOf('snow'), 'The water of our `snowAccumulation`.'),
  freezingRainIntensity: rate(
    intensityOf('freezingRain'),
    'Our `precipitationIntensity` while `weatherCode` is freezing rain or drizzle.',
  ),
  sleetIntensity: rate(
    intensityOf('sleet'),
    'Our `precipitationIntensity` while `weatherCode` is ice pellets.',
  ),
  rainAccumulation: amount(amountOf('rain'), '`rainIntensity`, as the amount of the time step.'),
  rainAccumulationLwe: amount(amountOf('rain'), 'As `rainAccumulation`.'),
  snowAccumulation: amount(newSnow, 'Our `snowAccumulation`, the depth of new snow in the time step.'),
  snowAccumulationLwe: amount(amountOf('snow'), '`snowIntensity`, as the amount of the time step.'),
  sleetAccumulation: amount(depthOf('sleet'), `Ice pellets: ${NONE_OR_NULL}`),
  sleetAccumulationLwe: amount(amountOf('sleet'), '`sleetIntensity`, as the amount of the time step.'),
  iceAccumulation: amount(depthOf('freezingRain'), `Glaze: ${NONE_OR_NULL}`),
  iceAccumulationLwe: amount(
    amountOf('freezingRain'),
    '`freezingRainIntensity`, as the amount of the time step.',
  ),
  cloudCover: is('share', 0, 'cloudCover'),
  visibility: is('distance', 2, 'visibility'),
  uvIndex: is('index', 0, 'uvIndex'),
  uvHealthConcern: number(
    'index',
    0,
    uvHealthConcern,
    'Of `uvIndex`: 0 low, 1 moderate, 2 high, 3 very high, 4 extreme.',
  ),
  weatherCode: {
    ...is('code', 0, 'weatherCode'),
    measures: ['Max', 'Min'],
    ofDay: dominantCode,
    method: 'Our `weatherCode`; for a day, by each of its names, the most frequent one in daylight.',
  },
  soilMoistureVolumetric0To10: is('share', 0, 'soilMoisture'),
  sunriseTime: { instant: 'sunriseMs', method: 'Calculated for the local day; null if there is none.' },
  sunsetTime: { instant: 'sunsetMs', method: 'Calculated for the local day; null if there is none.' },
};

/** All fields by name without an ending, in the order of the guide. */
export const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ...Object.entries(ANSWERED),
  ...missing(['evapotranspiration'], [...EXTREMES, 'Sum']),
  ...missing(['cloudBase', 'cloudCeiling', 'altimeterSetting', 'snowDepth', 'hailProbability', 'hailSize']),
  ...missing(['weatherCodeFullDay', 'weatherCodeDay', 'weatherCodeNight', 'moonPhase'], []),
  ...['moonriseTime', 'moonsetTime'].map((name): [string, Field] => [name, { instant: 'unknown' }]),
  ...missing(['solarGHI', 'solarDNI', 'solarDHI', 'hailBinary', 'fireIndex']),
  ...missing(['particulateMatter25', 'particulateMatter10', 'pollutantO3', 'pollutantNO2', 'pollutantCO']),
  ...missing(['pollutantSO2', 'mepIndex', 'mepPrimaryPollutant', 'mepHealthConcern', 'epaIndex']),
  ...missing(['epaPrimaryPollutant', 'epaHealthConcern', 'treeIndex', 'grassIndex', 'grassGrassIndex']),
  ...missing(['weedIndex', 'weedRagweedIndex']),
]);
