import type { UnitSystem } from '../../../weather/meteo/index.js';
import { TIMESTEPS } from './timesteps.js';

/** Shape of a route's response. */
export type Shape = 'timelines' | 'forecast' | 'realtime';

/** A parameter of Tomorrow.io's, in a query or a body. */
interface Documented {
  schema: Readonly<Record<string, unknown>>;
  description: string;
  required?: boolean;
  /** Alternative schema in a JSON body, if it accepts other values than text. */
  inBody?: object;
}

export const UNITS: readonly UnitSystem[] = ['metric', 'imperial'];
export const MOST_FIELDS = 55;
/** Local hours at which days may start. */
export const START_HOUR = { type: 'integer', minimum: 0, maximum: 23, default: 6 } as const;
/** Number of steps of each kind in `/v4/weather/forecast`, and their names there. */
export const FORECAST_STEPS = {
  '1m': { name: 'minutely', count: 60 },
  '1h': { name: 'hourly', count: 120 },
  '1d': { name: 'daily', count: 6 },
} as const;
export const FORECAST_TIMESTEPS = Object.keys(FORECAST_STEPS) as (keyof typeof FORECAST_STEPS)[];

const named = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
const text = { type: 'string' } as const;
const list = { type: 'array', items: text, minItems: 1 } as const;
const TIME =
  'ISO 8601 with `Z` or an offset, `now`, or relative to it: `nowPlus6h`, `nowMinus30m`, `nowPlus5d`.';

const COMMON: Readonly<Record<string, Documented>> = {
  location: {
    schema: { ...text, example: '42.3478,-71.0466' },
    description: 'Latitude and longitude in degrees, separated by a comma, or the name of a city.',
    required: true,
    inBody: { type: 'object', description: 'A Point of GeoJSON.' },
  },
  units: { schema: { ...text, enum: UNITS }, description: 'Default: `metric`.' },
  timezone: {
    schema: text,
    description:
      'An IANA name, or `auto` for the time zone of the location. Default: times are UTC, and days those of the location.',
  },
  dailyStartHour: {
    schema: START_HOUR,
    description: 'The local hour at which days start.',
  },
};
const TIMELINES: Readonly<Record<string, Documented>> = {
  ...COMMON,
  fields: {
    schema: { ...text, example: 'temperature,windSpeed' },
    description: `Up to ${MOST_FIELDS} fields, separated by commas.`,
    required: true,
    inBody: list,
  },
  timesteps: {
    schema: { ...text, example: '1h,1d' },
    description: `One or more of ${named(TIMESTEPS)}, separated by commas. Default: \`1h\`.`,
    inBody: list,
  },
  startTime: { schema: { ...text, example: 'now' }, description: `${TIME} Default: \`now\`.` },
  endTime: {
    schema: { ...text, example: 'nowPlus6h' },
    description: `${TIME} The last interval starts then at the latest. Default: 6 hours for minutes, 15 days for hours and days.`,
  },
};
/** The parameters of each route. */
export const PARAMETERS: Readonly<Record<Shape, Readonly<Record<string, Documented>>>> = {
  timelines: TIMELINES,
  forecast: {
    ...COMMON,
    timesteps: {
      schema: { ...text, example: '1h,1d' },
      description: `One or more of ${named(FORECAST_TIMESTEPS)}, separated by commas. Default: all.`,
    },
  },
  realtime: COMMON,
};
