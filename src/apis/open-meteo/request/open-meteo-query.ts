import { TimeZone } from '../../../core/time/index.js';
import { LATITUDE, LONGITUDE } from '../../../core/http/index.js';
import {
  HOUR_MS,
  MOST_LOCATIONS,
  MOST_VALUES,
  UTC,
  isLong as hasManyValues,
  timeZoneAt,
} from '../../../forecast/index.js';
import type { Model } from '../../../weather/models/index.js';
import { type DailyVariable, DAILY_VARIABLES } from '../variables/daily-variables.js';
import { nameOfToday } from '../variables/legacy-names.js';
import { type UnitChoice } from '../variables/quantities.js';
import { type StepVariable, stepVariable } from '../variables/step-variables.js';
import { AskedValues, type RawParameters, refuse, refuseName } from './asked-values.js';
import { type LocalRange, QUARTER_MS, readTimeRanges, type TimeRanges } from './time-ranges.js';

const LOWEST_METRES = -500;
const HIGHEST_METRES = 9000;

/** A variable with its requested name. */
export interface Asked<T> {
  name: string;
  variable: T;
}

export const RESULT_FORMATS = ['json', 'csv', 'flatbuffers'] as const;

const STEP_SECTIONS = ['minutely_15', 'hourly'] as const;
type StepSection = (typeof STEP_SECTIONS)[number];

/** The clock of a location. Its current offset applies to the whole response, as in Open-Meteo. */
export interface LocalClock {
  timezone: string;
  abbreviation: string;
  offsetMs: number;
}

/** A location with its requested steps. */
export interface AskedPoint {
  latitude: number;
  longitude: number;
  /** Meters; undefined for the terrain of the model. */
  elevation: number | undefined;
  clock: LocalClock;
  ranges: TimeRanges;
}

/** A requested model, and the suffix of its variable names. */
export interface AskedModel {
  source: string;
  suffix: string;
}

/** A request after validation. */
export interface OpenMeteoQuery {
  points: readonly AskedPoint[];
  models: readonly AskedModel[];
  current: readonly Asked<StepVariable>[];
  /** Whether the legacy list of current variables is requested. */
  currentWeather: boolean;
  steps: Readonly<Record<StepSection, readonly Asked<StepVariable>[]>>;
  daily: readonly Asked<DailyVariable>[];
  units: UnitChoice;
  timeFormat: 'iso8601' | 'unixtime';
  format: (typeof RESULT_FORMATS)[number];
  /** The same for all equivalent requests. */
  key: string;
  /**
   * The period in which the same query string means the same request: from `fromMs` up to `untilMs`, in milliseconds
   * since 1970.
   */
  fromMs: number;
  untilMs: number;
  /** Number of requested values. */
  values: number;
}

type Meaning = Omit<OpenMeteoQuery, 'key' | 'fromMs' | 'untilMs' | 'values'>;

/** The source that combines the preferred models. */
const BLEND = 'auto';

/** The sources of forecasts, by each of their names. */
export function sourcesByName(models: readonly Model[]): ReadonlyMap<string, string> {
  const named = models
    .filter(({ ensemble }) => !ensemble)
    .flatMap(({ name, openMeteoNames = [] }) =>
      [name, ...openMeteoNames].map((each) => [each, name] as const),
    );
  return new Map([['best_match', BLEND], [BLEND, BLEND], ...named]);
}

/**
 * Validates a request.
 *
 * @param sources by the names that Open-Meteo and this service have for them
 * @throws Problem invalid_parameter
 */
export function parseOpenMeteoQuery(
  raw: RawParameters,
  nowMs: number,
  sources: ReadonlyMap<string, string>,
): OpenMeteoQuery {
  const asked = new AskedValues(raw);
  asked.choice('cell_selection', ['land', 'sea', 'nearest'], 'GridSelectionMode');
  if (asked.text('format') === 'xlsx')
    refuse('format', `Format xlsx is not available. Use one of ${RESULT_FORMATS.join(', ')}.`);
  const steps = {
    minutely_15: readSteps(asked, 'minutely_15'),
    hourly: readSteps(asked, 'hourly'),
  };
  const query = {
    format: asked.choice('format', RESULT_FORMATS, 'ForecastResultFormat') ?? ('json' as const),
    points: readPoints(asked, nowMs),
    models: readModels(asked, sources),
    current: readSteps(asked, 'current'),
    currentWeather:
      asked.choice('current_weather', ['true', 'false', '1', '0'], 'Bool')?.match(/true|1/) !== undefined,
    steps,
    daily: readDaily(asked),
    units: readUnits(asked),
    timeFormat: asked.choice('timeformat', ['iso8601', 'unixtime'], 'Timeformat') ?? ('iso8601' as const),
  };
  const values = countValues(query);
  if (values > MOST_VALUES)
    refuse(
      'hourly',
      `The response would have ${values} values; the maximum is ${MOST_VALUES}. Request less at a time.`,
    );
  const followsQuarters =
    query.current.length > 0 ||
    query.currentWeather ||
    steps.minutely_15.length > 0 ||
    query.points.some(({ clock }) => clock.offsetMs % HOUR_MS !== 0);
  const stepMs = followsQuarters ? QUARTER_MS : HOUR_MS;
  const fromMs = Math.floor(nowMs / stepMs) * stepMs;
  return { ...query, key: keyOf(query), fromMs, untilMs: fromMs + stepMs, values };
}

/** Whether a response is too long to build in one turn of the event loop: models cost as much as locations. */
export function isLong(query: OpenMeteoQuery): boolean {
  return hasManyValues(query) || query.points.length * query.models.length > MOST_LOCATIONS;
}

function keyOf({
  points,
  models,
  current,
  currentWeather,
  steps,
  daily,
  units,
  timeFormat,
  format,
}: Meaning): string {
  const named = [current, steps.minutely_15, steps.hourly, daily].map((asked) =>
    asked.map(({ name }) => name),
  );
  return `open-meteo ${JSON.stringify([points, models, named, currentWeather, units, timeFormat, format])}`;
}

/** Counts the requested points, as far as possible before validation. */
export function countPoints({ latitude }: RawParameters): number {
  const given = [latitude]
    .flat()
    .flatMap((value) => (typeof value === 'string' ? value.split(',') : [value]))
    .filter((value) => typeof value !== 'string' || value.trim() !== '');
  return Math.min(Math.max(given.length, 1), MOST_LOCATIONS);
}

function readPoints(asked: AskedValues, nowMs: number): AskedPoint[] {
  const [latitudes, longitudes] = [asked.numbers('latitude'), asked.numbers('longitude')];
  const elevations = asked.list('elevation').map((text) => (text === 'nan' ? undefined : text));
  const heights = new AskedValues({ elevation: elevations.filter((text) => text !== undefined) }).numbers(
    'elevation',
  );
  if (latitudes.length === 0) refuse('latitude', "Parameter 'latitude' and 'longitude' must not be empty");
  if (latitudes.length !== longitudes.length)
    refuse('longitude', "Parameter 'latitude' and 'longitude' must have the same number of elements");
  if (latitudes.length > MOST_LOCATIONS)
    refuse('latitude', `Parameter 'latitude' and 'longitude' must not exceed ${MOST_LOCATIONS} coordinates.`);
  if (elevations.length > 0 && elevations.length !== latitudes.length)
    refuse('elevation', "Parameter 'elevation' must have the same number of elements as coordinates");
  const zones = asked.list('timezone');
  if (zones.length > 1 && zones.length !== latitudes.length)
    refuse('timezone', "Parameter 'timezone' must have the same number of elements as coordinates");
  for (const metres of heights)
    if (metres < LOWEST_METRES || metres > HIGHEST_METRES)
      refuse(
        'elevation',
        `Elevation must be in range of ${LOWEST_METRES} to ${HIGHEST_METRES} m. Given: ${metres}.`,
      );
  // Most locations share a time zone.
  const known = new Map<string, Pick<AskedPoint, 'clock' | 'ranges'>>();
  const timesOf = (zone: TimeZone) => {
    let times = known.get(zone.name);
    if (!times) {
      const clock = clockOf(zone, nowMs);
      known.set(zone.name, (times = { clock, ranges: readTimeRanges(asked, nowMs, clock.offsetMs) }));
    }
    return times;
  };
  return latitudes.map((latitude, i) => {
    const longitude = longitudes[i];
    if (Math.abs(latitude) > LATITUDE.maximum)
      refuse('latitude', `Latitude must be in range of -90 to 90°. Given: ${latitude}.`);
    if (Math.abs(longitude) > LONGITUDE.maximum)
      refuse('longitude', `Longitude must be in range of -180 to 180°. Given: ${longitude}.`);
    const height = elevations[i];
    return {
      latitude,
      longitude,
      elevation: height === undefined ? undefined : Number(height),
      ...timesOf(zoneOf(zones[zones.length === 1 ? 0 : i], latitude, longitude)),
    };
  });
}

function zoneOf(name: string | undefined, latitude: number, longitude: number): TimeZone {
  if (name === undefined) return UTC;
  const zone = name === 'auto' ? timeZoneAt(latitude, longitude) : TimeZone.named(name);
  return zone ?? refuse('timezone', 'Invalid timezone');
}

function clockOf(zone: TimeZone, nowMs: number): LocalClock {
  const isGreenwich = zone.name === 'UTC' || zone.name === 'GMT';
  return {
    timezone: isGreenwich ? 'GMT' : zone.name,
    abbreviation: isGreenwich ? 'GMT' : abbreviationOf(zone.name, nowMs),
    offsetMs: zone.offsetMs(nowMs),
  };
}

function abbreviationOf(timeZone: string, nowMs: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(nowMs);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

function readModels(asked: AskedValues, sources: ReadonlyMap<string, string>): AskedModel[] {
  const names = [...new Set(asked.list('models'))];
  const models = names.map((name) => ({
    source: sources.get(name) ?? refuseName('MultiDomains', name, 'models'),
    suffix: names.length > 1 ? `_${name}` : '',
  }));
  return models.length > 0 ? models : [{ source: BLEND, suffix: '' }];
}

function readSteps(asked: AskedValues, section: StepSection | 'current'): Asked<StepVariable>[] {
  return [...new Set(asked.list(section))].map((name) => ({
    name,
    variable: stepVariable(nameOfToday(name)) ?? refuseName('WeatherVariable', name, section),
  }));
}

function readDaily(asked: AskedValues): Asked<DailyVariable>[] {
  return [...new Set(asked.list('daily'))].map((name) => ({
    name,
    variable: DAILY_VARIABLES.get(nameOfToday(name)) ?? refuseName('WeatherVariableDaily', name, 'daily'),
  }));
}

function readUnits(asked: AskedValues): UnitChoice {
  const speeds = ['kmh', 'ms', 'mph', 'kn'] as const;
  const amounts = asked.choice('precipitation_unit', ['mm', 'inch'], 'PrecipitationUnit');
  const lengths = asked.choice('length_unit', ['metric', 'imperial'], 'LengthUnit');
  return {
    temperature: asked.choice('temperature_unit', ['celsius', 'fahrenheit'], 'TemperatureUnit') ?? 'celsius',
    windSpeed:
      asked.choice('wind_speed_unit', speeds, 'WindspeedUnit') ??
      asked.choice('windspeed_unit', speeds, 'WindspeedUnit') ??
      'kmh',
    length: amounts === 'inch' || lengths === 'imperial' ? 'imperial' : 'metric',
  };
}

function countValues({ points, models, current, currentWeather, steps, daily }: Meaning): number {
  const ofPoint = ({ ranges }: AskedPoint) => {
    const of = ({ count }: LocalRange, { length }: readonly unknown[]) => count * length;
    const sections = STEP_SECTIONS.map((section) => of(ranges[section], steps[section]));
    return sections.reduce((sum, count) => sum + count, of(ranges.daily, daily) + current.length);
  };
  const values = points.reduce((sum, point) => sum + ofPoint(point), 0) * models.length;
  return values + (currentWeather ? points.length : 0);
}
