import { hash } from 'node:crypto';
import { HOUR_MS, MINUTE_MS, TimeZone } from '../../../core/time/index.js';
import { UTC, timeZoneAt } from '../../../forecast/index.js';
import { quoted } from '../../../core/http/index.js';
import type { UnitSystem } from '../../../weather/meteo/index.js';
import { type AskedField, fieldNamed, WEATHER_FIELDS } from '../fields/asked-fields.js';
import { AskedParameters, type RawParameters } from './asked-parameters.js';
import { type AskedLocation, type FindPlace, readLocation } from './location.js';
import { readTimes } from './moments.js';
import {
  FORECAST_STEPS,
  FORECAST_TIMESTEPS,
  MOST_FIELDS,
  type Shape,
  START_HOUR,
  UNITS,
} from './tomorrow-io-parameters.js';
import {
  availableSpan,
  type DayClock,
  daysBetween,
  stepsFrom,
  type TimelineSpan,
  type Timestep,
  TIMESTEPS,
} from './timesteps.js';

export type { Shape };

const QUARTER_MS = HOUR_MS / 4;
const BYTES_OF_FIELD = 8;
const BYTES_OF_DAY = 80;

export interface AskedTimeline {
  timestep: Timestep;
  /** Its name in the response. */
  name: string;
  span: TimelineSpan;
  fields: readonly AskedField[];
}

/** A warning about omitted data, in Tomorrow.io's format. */
export interface Warning {
  code: number;
  type: string;
  message: string;
  meta: object;
}

/** A request after validation. */
export interface TomorrowIoQuery {
  shape: Shape;
  location: AskedLocation;
  timelines: readonly AskedTimeline[];
  units: UnitSystem;
  /** The time zone in which times are written. */
  clock: TimeZone;
  days: DayClock;
  warnings: readonly Warning[];
  /** The same for all requests with the same meaning. */
  key: string;
  /** The period in which the same parameters have this meaning; milliseconds since 1970. */
  fromMs: number;
  untilMs: number;
  /** Number of requested values. */
  values: number;
}

type Meaning = Omit<TomorrowIoQuery, 'key' | 'fromMs' | 'untilMs' | 'values'>;

export interface RawRequest {
  shape: Shape;
  raw: RawParameters;
  place: 'query' | 'body';
}

/** @throws Problem invalid_parameter */
export function parseTomorrowIoQuery(
  { shape, raw, place }: RawRequest,
  nowMs: number,
  findPlace: FindPlace,
): TomorrowIoQuery {
  const asked = new AskedParameters(raw, place);
  const location = readLocation(asked, findPlace);
  const zone = readZone(asked, location);
  const days = {
    zone: zone ?? timeZoneAt(location.latitude, location.longitude),
    startHour: asked.whole('dailyStartHour', START_HOUR.maximum) ?? START_HOUR.default,
  };
  const meaning = {
    shape,
    location,
    units: asked.choice('units', UNITS) ?? ('metric' as const),
    clock: zone ?? UTC,
    days,
  };
  const timelines = shape === 'timelines' ? readTimelines : shape === 'forecast' ? ofForecast : ofRealtime;
  const { areRelative, ...rest } = timelines(asked, nowMs, days);
  return completed({ ...meaning, ...rest }, areRelative, nowMs);
}

type ReadTimelines = (
  asked: AskedParameters,
  nowMs: number,
  days: DayClock,
) => Pick<TomorrowIoQuery, 'timelines' | 'warnings'> & { areRelative: boolean };

/** `/v4/timelines`, by fields, time steps and times. */
const readTimelines: ReadTimelines = (asked, nowMs, days) => {
  const fields = readFields(asked);
  const times = readTimes(asked, nowMs);
  const timesteps = readTimesteps(asked, TIMESTEPS, ['1h']);
  const available = timesteps.map((timestep) => ({
    timestep,
    ...availableSpan(timestep, times, nowMs, days),
  }));
  const timelines = available.flatMap(({ timestep, span }) =>
    span ? [{ timestep, name: timestep, span, fields }] : [],
  );
  if (timelines.length === 0)
    asked.refuse(
      'startTime',
      available
        .map(
          ({ timestep, fromHours, toHours }) =>
            `${timestep} is available from ${fromHours} to +${toHours} h.`,
        )
        .join(' '),
    );
  return {
    timelines,
    areRelative: times.areRelative,
    warnings: available
      .filter(({ isCut }) => isCut)
      .map(({ timestep, fromHours, toHours }) => ({
        code: 246009,
        type: 'Missing Time Range',
        message: 'The timestep is not supported in full for the time range requested.',
        meta: { timestep, from: `${fromHours}h`, to: `+${toHours}h` },
      })),
  };
};

/** `/v4/weather/forecast`: a fixed number of steps from now on, with all fields. */
const ofForecast: ReadTimelines = (asked, nowMs, days) => ({
  timelines: readTimesteps(asked, FORECAST_TIMESTEPS, FORECAST_TIMESTEPS).map((timestep) => {
    const { name, count } = FORECAST_STEPS[timestep];
    const span =
      timestep === '1d'
        ? { days: daysBetween(nowMs, Infinity, days, count) }
        : stepsFrom(timestep, nowMs, count);
    return { timestep, name, span, fields: WEATHER_FIELDS[name] };
  }),
  areRelative: false,
  warnings: [],
});

/** `/v4/weather/realtime`: the current minute. */
const ofRealtime: ReadTimelines = (_asked, nowMs) => ({
  timelines: [
    {
      timestep: 'current',
      name: 'current',
      span: stepsFrom('current', nowMs, 1),
      fields: WEATHER_FIELDS.minutely,
    },
  ],
  areRelative: false,
  warnings: [],
});

function completed(meaning: Meaning, areRelative: boolean, nowMs: number): TomorrowIoQuery {
  const { shape, location, timelines, units, clock, days, warnings } = meaning;
  const isAsked = (...steps: Timestep[]) => timelines.some(({ timestep }) => steps.includes(timestep));
  const followsMinutes = areRelative || isAsked('current', '1m', '5m', '15m', '30m');
  // Local days can begin at any quarter of an hour.
  const stepMs = followsMinutes ? MINUTE_MS : isAsked('1d') ? QUARTER_MS : HOUR_MS;
  const fromMs = Math.floor(nowMs / stepMs) * stepMs;
  const asked = timelines.map(({ name, span, fields }) => [
    name,
    span,
    // In other shapes, the timeline's name determines the fields.
    shape === 'timelines' && fields.map((field) => field.name),
  ]);
  const named = [shape, location, units, clock.name, days.zone.name, asked, warnings];
  return {
    ...meaning,
    // Hashed, since field names and day starts take kilobytes, and keys are kept in large numbers.
    key: `tomorrow-io ${hash('sha256', JSON.stringify(named), 'base64url')}`,
    fromMs,
    untilMs: fromMs + stepMs,
    values: timelines.reduce((sum, { span, fields }) => sum + entriesOf(span) * fields.length, 0),
  };
}

/**
 * Returns the approximate memory that a query takes while cached, besides what every query takes; fields are shared.
 */
export function bytesOf({ timelines }: TomorrowIoQuery): number {
  return timelines.reduce(
    (sum, { span, fields }) =>
      sum + fields.length * BYTES_OF_FIELD + ('days' in span ? span.days.length * BYTES_OF_DAY : 0),
    0,
  );
}

function entriesOf(span: TimelineSpan): number {
  return 'days' in span ? span.days.length : span.steps.count;
}

function readFields(asked: AskedParameters): AskedField[] {
  const names = asked.list('fields');
  if (names.length === 0) asked.refuse('fields', 'it is required; name at least one field.');
  if (names.length > MOST_FIELDS) asked.refuse('fields', `use at most ${MOST_FIELDS} fields.`);
  return names.map((name) => fieldNamed(name) ?? asked.refuse('fields', `"${quoted(name)}" is not a field.`));
}

function readTimesteps<T extends string>(
  asked: AskedParameters,
  known: readonly T[],
  byDefault: readonly T[],
): readonly T[] {
  const names = asked.list('timesteps');
  if (names.length === 0) return byDefault;
  return names.map((name) => known.find((one) => one === name) ?? asked.refuseName('timesteps', name, known));
}

/** Returns undefined if none is requested. */
function readZone(asked: AskedParameters, { latitude, longitude }: AskedLocation): TimeZone | undefined {
  const name = asked.text('timezone');
  if (name === undefined) return undefined;
  if (name === 'auto') return timeZoneAt(latitude, longitude);
  return TimeZone.named(name) ?? asked.refuse('timezone', 'use an IANA name, such as America/New_York.');
}
