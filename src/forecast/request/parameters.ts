import { DECLARED_BY_FEATURES, LATITUDE, LONGITUDE } from '../../core/http/index.js';
import type { UnitSystem } from '../../weather/meteo/index.js';
import { knownNames } from './nearest-names.js';

export type Timeline = 'hourly' | 'minutely' | 'daily';

/** In the order of the response, with the names that other services use. */
const TIMELINE_NAMES: Record<Timeline, string[]> = {
  hourly: ['1h'],
  minutely: ['1m', 'minutely15'],
  daily: ['1d'],
};
export const KNOWN_TIMELINES = knownNames(TIMELINE_NAMES);
export const TIMELINES = KNOWN_TIMELINES.names;
/** What stations say of the errors of `auto`: applied, or not. */
export type Correction = 'auto' | 'none';
export const CORRECTIONS: readonly Correction[] = ['auto', 'none'];
export const UNIT_SYSTEMS: readonly UnitSystem[] = ['metric', 'imperial'];

/** A forecast parameter, in a query or a body. */
interface ForecastParameter {
  /** `default` is the value that the service uses; body schemas leave it out. */
  schema: Readonly<Record<string, unknown>>;
  inQuery: string;
  inBody: string;
  /** Names that other services use, in lower case without separators. */
  otherNames: string[];
}

const time = { schema: { type: 'string', format: 'date-time' }, inBody: 'ISO 8601 with `Z` or an offset.' };
const listOf = <T>(items: T) => ({ type: 'array', minItems: 1, items });

/** The names, bounds and documentation of all parameters. */
export const PARAMETERS = {
  lat: {
    schema: LATITUDE,
    inQuery:
      'Latitude in degrees, as a plain decimal. Rounded to four decimal places. Required unless you set `place`.',
    inBody: 'Latitude in degrees. Required unless you set `place`.',
    otherNames: ['latitude'],
  },
  lon: {
    schema: LONGITUDE,
    inQuery:
      'Longitude in degrees east, as a plain decimal. Rounded to four decimal places. Required unless you set `place`.',
    inBody: 'Longitude in degrees east. Required unless you set `place`.',
    otherNames: ['longitude', 'lng', 'long'],
  },
  place: {
    schema: { type: 'string', minLength: 1, maxLength: 100 },
    inQuery:
      'The whole name or the ID of a place, instead of `lat` and `lon`. Add a country or a state after a comma to narrow it down: `Paris, TX`. The most populous place with the name is used, and `meta.place` names it. It does not set `elevation`.',
    inBody: 'The whole name or the ID of a place, instead of `lat` and `lon`.',
    otherNames: ['city', 'q', 'location', 'name'],
  },
  fields: {
    schema: listOf({ $ref: '#/components/schemas/MetricName' }),
    inQuery:
      'The metrics to return, separated by commas. Default: those with `byDefault` in `GET /v1/weather/fields`.',
    inBody: 'The metrics to return. Default: those with `byDefault` in `GET /v1/weather/fields`.',
    otherNames: ['variables', 'parameters', 'metrics', 'hourly', 'daily'],
  },
  timelines: {
    schema: listOf({ type: 'string', enum: [...TIMELINES] }),
    inQuery: 'The time steps to return. Default: `hourly`.',
    inBody: 'The time steps to return. Default: `hourly`.',
    otherNames: ['timesteps', 'timestep', 'interval', 'exclude'],
  },
  timezone: {
    schema: { type: 'string', default: 'UTC', example: 'America/New_York' },
    inQuery:
      'The time zone of daily boundaries: an IANA name, or `auto` for the time zone of the location. Default: `UTC`. All times in the response are UTC.',
    inBody: 'An IANA name, or `auto`. Default: `UTC`.',
    otherNames: ['tz', 'zone', 'timezonename'],
  },
  units: {
    schema: { type: 'string', enum: [...UNIT_SYSTEMS], default: 'metric' },
    inQuery: 'The units of the values. Default: `metric`.',
    inBody: 'Default: `metric`.',
    otherNames: ['unit', 'temperatureunit', 'windspeedunit', 'precipitationunit', 'unitgroup'],
  },
  startTime: {
    ...time,
    inQuery: `${time.inBody} The first entry is the first full hour or minute at or after it, and the local day that contains it. Default: the current hour, minute and local day.`,
    otherNames: ['start', 'startdate', 'starthour', 'from', 'dt', 'time'],
  },
  endTime: {
    ...time,
    inQuery: `${time.inBody} Entries begin before it; at most 16 days after the start. Default: 120 hours, 60 minutes or 5 days.`,
    otherNames: ['end', 'enddate', 'endhour', 'to', 'until'],
  },
  source: {
    schema: { enum: DECLARED_BY_FEATURES, enumName: 'RequestedSource', default: 'auto' },
    inQuery:
      'The model to use, or `climatology` for long-term monthly averages, which are not a forecast and have no daily cycle. Default: `auto`, the newest runs of all models together: temperature, dew point, wind and pressure are their weighted mean, and temperature and dew point are also corrected (see `correction`); everything else comes from the preferred model that has it, and hours that no run has are climatology. A model is returned as it is: hours that none of its runs has are null, and the response ends with its last run.',
    inBody: 'Default: `auto`.',
    otherNames: ['model', 'models', 'provider'],
  },
  correction: {
    schema: { type: 'string', enum: [...CORRECTIONS], default: 'auto' },
    inQuery:
      'With `source=auto`: `auto` corrects temperature and dew point by the recent errors of forecasts at nearby stations, and widens P10 and P90 of the temperature where needed. `none` does neither. `meta.corrections` names the stations. Default: `auto`.',
    inBody: 'Default: `auto`.',
    otherNames: ['biascorrection', 'corrected', 'bias'],
  },
  elevation: {
    schema: { type: 'number', minimum: -500, maximum: 9000, example: 14 },
    inQuery:
      "The location's height above sea level in meters, as a plain decimal. Temperature, dew point and pressure are corrected to it. Default: the height of the place, `meta.elevation`: with `source=auto` that of the ground, otherwise that of the model's terrain.",
    inBody: 'Meters above sea level. Default: the height of the place.',
    otherNames: ['altitude', 'alt', 'elev', 'height'],
  },
} as const satisfies Record<string, ForecastParameter>;

export type ParameterName = keyof typeof PARAMETERS;

/** Parameters of one location; the others apply to all locations of a batch. */
export const POINT_PARAMETERS = ['lat', 'lon', 'place', 'elevation'] as const satisfies ParameterName[];
/** Parameters of current conditions. */
export const CURRENT_PARAMETERS = [
  'lat',
  'lon',
  'place',
  'fields',
  'units',
  'elevation',
] as const satisfies ParameterName[];
export const LOCATIONS = 'locations';
/** Read by the route's guard. */
export const API_KEY_PARAMETER = 'apikey';

const otherNamesOf = (names: readonly ParameterName[]) =>
  Object.fromEntries(names.map((name) => [name, PARAMETERS[name].otherNames]));
const ALL = Object.keys(PARAMETERS) as ParameterName[];
const isOfPoint = (name: ParameterName) => (POINT_PARAMETERS as readonly string[]).includes(name);

/** The parameters that each form of a request may have. */
export const KNOWN_IN_BODY = knownNames(otherNamesOf(ALL));
const API_KEY_NAMES = { [API_KEY_PARAMETER]: ['appid', 'key', 'token', 'accesskey'] };
export const KNOWN_IN_QUERY = knownNames({ ...otherNamesOf(ALL), ...API_KEY_NAMES });
export const KNOWN_OF_CURRENT = knownNames({ ...otherNamesOf(CURRENT_PARAMETERS), ...API_KEY_NAMES });
export const KNOWN_IN_BATCH = knownNames({
  [LOCATIONS]: [],
  ...otherNamesOf(ALL.filter((name) => !isOfPoint(name))),
});
export const KNOWN_IN_LOCATION = knownNames(otherNamesOf(POINT_PARAMETERS));
