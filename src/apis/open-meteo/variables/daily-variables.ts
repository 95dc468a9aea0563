import { DAY_MS } from '../../../core/time/index.js';
import { isDaylight, sunTimes, toScaled } from '../../../weather/meteo/index.js';
import { type OpenMeteoQuantity, QUANTITIES, DEFAULT_UNITS } from './quantities.js';
import { STEP_VARIABLES } from './step-variables.js';

const RADIANS = Math.PI / 180;

/** The hours of one day of a response; NaN where they have no value. */
export interface Day {
  startMs: number;
  latitude: number;
  longitude: number;
  /** A variable of `hourly`, in the unit that it is calculated in, not rounded. */
  hours: (variable: string) => Float64Array;
}

export interface DailyVariable {
  /** `instant` for times, in milliseconds since 1970. */
  readonly quantity: OpenMeteoQuantity | 'instant';
  /** In the unit that values are calculated in; without it, the variable is null. */
  readonly measure?: (day: Day) => number;
  /** One sentence in Markdown: how it is derived. */
  readonly method?: string;
}

type Measure = (values: Float64Array) => number;

/** Of the hours that have a value; NaN if none has. */
const extreme =
  (choose: (...values: number[]) => number): Measure =>
  (values) => {
    const there = values.filter((value) => !Number.isNaN(value));
    return there.length === 0 ? NaN : choose(...there);
  };
const most = extreme(Math.max);
/** NaN if an hour is missing: part of a day's rain is not that of the day. */
const sum: Measure = (values) => values.reduce((total, value) => total + value, 0);
const MEASURES = {
  max: { measure: most, title: 'highest' },
  min: { measure: extreme(Math.min), title: 'lowest' },
  mean: { measure: (values: Float64Array) => sum(values) / values.length, title: 'average' },
} as const;

/** Each has a maximum, a minimum and a mean of the day. */
const MEASURED = [
  'temperature_2m',
  'apparent_temperature',
  'dew_point_2m',
  'relative_humidity_2m',
  'wet_bulb_temperature_2m',
  'vapour_pressure_deficit',
  'precipitation_probability',
  'pressure_msl',
  'surface_pressure',
  'cloud_cover',
  'visibility',
  'wind_speed_10m',
  'wind_gusts_10m',
  'uv_index',
  'uv_index_clear_sky',
  'cape',
];
const SUMMED = ['precipitation', 'rain', 'showers', 'snowfall', 'snowfall_water_equivalent'];

function ofHours(name: string, measure: Measure, title: string): DailyVariable {
  const { quantity, derive } = STEP_VARIABLES.get(name)!;
  if (!derive) return { quantity };
  return {
    quantity,
    measure: ({ hours }) => measure(hours(name)),
    method: `The ${title} of the day's \`${name}\`.`,
  };
}

const SPECIAL: Record<string, DailyVariable> = {
  weather_code: {
    quantity: 'code',
    measure: ({ hours }) => most(hours('weather_code')),
    method: "The highest, and so the most severe, of the day's `weather_code`.",
  },
  sunrise: {
    quantity: 'instant',
    measure: (day) => sunOf(day).sunriseMs,
    method: 'Calculated; 00:00 if the sun does not rise, as in polar night and day.',
  },
  sunset: {
    quantity: 'instant',
    measure: (day) => sunOf(day).sunsetMs,
    method: 'Calculated; if the sun does not set, 00:00 of the next day, and in polar night 00:00.',
  },
  daylight_duration: {
    quantity: 'seconds',
    measure: daylightSeconds,
    method: 'From sunrise to sunset.',
  },
  precipitation_hours: {
    quantity: 'hours',
    measure: ({ hours }) => wetHours(hours('precipitation')),
    method: 'The hours of the day whose `precipitation` in mm is not 0.',
  },
  wind_direction_10m_dominant: {
    quantity: 'direction',
    measure: dominantDirection,
    method: "The direction of the average of the day's hourly wind vectors.",
  },
  sunshine_duration: { quantity: 'seconds' },
  shortwave_radiation_sum: { quantity: 'radiationSum' },
  et0_fao_evapotranspiration: { quantity: 'water' },
  et0_fao_evapotranspiration_sum: { quantity: 'water' },
  updraft_max: { quantity: 'verticalSpeed' },
};

/** In the order in which the guide lists them. */
export const DAILY_VARIABLES: ReadonlyMap<string, DailyVariable> = new Map([
  ...Object.entries(SPECIAL),
  ...SUMMED.map((name) => [`${name}_sum`, ofHours(name, sum, 'sum')] as const),
  ...MEASURED.flatMap((name) =>
    Object.entries(MEASURES).map(
      ([suffix, { measure, title }]) => [`${name}_${suffix}`, ofHours(name, measure, title)] as const,
    ),
  ),
]);

/** Where the sun does not rise or set, as Open-Meteo has it: its day begins and ends at midnight, or is empty. */
function sunOf({ startMs, latitude, longitude }: Day): { sunriseMs: number; sunsetMs: number } {
  const { sunriseMs, sunsetMs } = sunTimes(startMs, latitude, longitude);
  const rises = Number.isNaN(sunriseMs) ? startMs : sunriseMs;
  if (!Number.isNaN(sunsetMs)) return { sunriseMs: rises, sunsetMs };
  const isUp = !Number.isNaN(sunriseMs) || isDaylight(startMs + DAY_MS / 2, latitude, longitude);
  return { sunriseMs: rises, sunsetMs: startMs + (isUp ? DAY_MS : 0) };
}

function daylightSeconds(day: Day): number {
  const { sunriseMs, sunsetMs } = sunOf(day);
  return (sunsetMs - sunriseMs) / 1000;
}

function wetHours(millimetres: Float64Array): number {
  const { decimals } = QUANTITIES.water(DEFAULT_UNITS);
  return sum(millimetres.map((mm) => (Number.isNaN(mm) ? NaN : Number(toScaled(mm, decimals) > 0))));
}

function dominantDirection({ hours }: Day): number {
  const speeds = hours('wind_speed_10m');
  const degrees = hours('wind_direction_10m');
  const along = (part: (radians: number) => number) =>
    sum(speeds.map((speed, i) => speed * part(degrees[i] * RADIANS)));
  return (Math.atan2(along(Math.sin), along(Math.cos)) / RADIANS + 360) % 360;
}
