import { Problem } from '../../http/problems/problem.js';
import { type TimeZone } from '../../common/time/time-zone.js';
import { METRIC_NAMES, type MetricName } from '../../meteo/metrics.js';
import { type UnitSystem } from '../../meteo/units.js';
import { type ModelName, MODELS } from '../../models/models.js';
import { BodyReader, type RawBody } from './body-reader.js';
import { type ParameterReader } from './parameter-reader.js';
import { QueryReader, type RawQuery } from './query-reader.js';
import { timeZoneAt, UTC } from './time-zone-at.js';

export type Timeline = 'hourly' | 'minutely' | 'daily';
export type ForecastSource = 'auto' | ModelName | 'climatology';

/** A forecast request after validation. */
export interface ForecastQuery {
  /** Degrees, rounded to four decimals. */
  latitude: number;
  longitude: number;
  /** Metres; undefined for the height of the source's terrain. */
  elevation: number | undefined;
  /** Fields and timelines in the order in which an answer holds them. */
  fields: readonly MetricName[];
  timelines: readonly Timeline[];
  units: UnitSystem;
  timeZone: TimeZone;
  /** The start that was asked for, else the current hour. */
  start: Date;
  /** Whether no start was asked for, so that the answer changes with the hour. */
  startIsDefault: boolean;
  /** Where minutes begin: the start that was asked for, else the current minute. */
  minutelyStart: Date;
  /** Exclusive; undefined for the default number of entries. */
  end: Date | undefined;
  source: ForecastSource;
}

export type Point = Pick<ForecastQuery, 'latitude' | 'longitude' | 'elevation'>;

export interface CommonParameters extends Omit<ForecastQuery, keyof Point | 'timeZone'> {
  timeZone: TimeZone | 'auto';
}

type AskedSpan = Pick<ForecastQuery, 'start' | 'startIsDefault' | 'minutelyStart' | 'end'>;

export const TIMELINES: readonly Timeline[] = ['hourly', 'minutely', 'daily'];
export const UNIT_SYSTEMS: readonly UnitSystem[] = ['metric', 'imperial'];
export const SOURCES: readonly ForecastSource[] = [
  'auto',
  ...(Object.keys(MODELS) as ModelName[]),
  'climatology',
];

export const POINT_PARAMETERS = ['lat', 'lon', 'elevation'];
export const COMMON_PARAMETERS = [
  'fields',
  'timelines',
  'units',
  'timezone',
  'startTime',
  'endTime',
  'source',
];
const PARAMETERS = [...POINT_PARAMETERS, ...COMMON_PARAMETERS];
/** Read by the guard of the route. */
export const API_KEY_PARAMETER = 'apikey';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LONGEST_SPAN_MS = 16 * 24 * HOUR_MS;

/**
 * Validates the parameters of a forecast request that stand in its query.
 *
 * @throws Problem invalid_parameter that names every fault
 */
export function parseForecastQuery(raw: RawQuery, now: Date): ForecastQuery {
  const reader = new QueryReader(raw);
  reader.refuseAllBut([...PARAMETERS, API_KEY_PARAMETER]);
  return readParameters(reader, now);
}

/**
 * Validates the parameters of a forecast request that are the members of its body.
 *
 * @throws Problem invalid_parameter that points to every fault
 */
export function parseForecastBody(raw: RawBody, now: Date): ForecastQuery {
  const reader = new BodyReader(raw);
  reader.refuseAllBut(PARAMETERS);
  return readParameters(reader, now);
}

function readParameters(reader: ParameterReader, now: Date): ForecastQuery {
  const point = readPoint(reader);
  const common = readCommon(reader, now);
  if (!point || reader.faults.length > 0) throw new Problem('invalid_parameter', { errors: reader.faults });
  return queryOf(point, common);
}

/** Undefined where it is faulty. */
export function readPoint(reader: ParameterReader): Point | undefined {
  const latitude = reader.degrees('lat', -90, 90);
  const longitude = reader.degrees('lon', -180, 180);
  const elevation = reader.metres('elevation', -500, 9000);
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude, elevation };
}

/** What requests for many points have in common; of no use where the reader found faults. */
export function readCommon(reader: ParameterReader, now: Date): CommonParameters {
  const fields = reader.choices('fields', METRIC_NAMES);
  const timelines = reader.choices('timelines', TIMELINES) ?? ['hourly'];
  return {
    fields: fields ? METRIC_NAMES.filter((name) => fields.includes(name)) : METRIC_NAMES,
    timelines: TIMELINES.filter((name) => timelines.includes(name)),
    units: reader.choice('units', UNIT_SYSTEMS) ?? 'metric',
    timeZone: reader.timeZone('timezone') ?? UTC,
    ...readSpan(reader, now),
    source: reader.choice('source', SOURCES) ?? 'auto',
  };
}

export function queryOf(point: Point, common: CommonParameters): ForecastQuery {
  const { timeZone } = common;
  const { latitude, longitude } = point;
  return {
    ...common,
    ...point,
    timeZone: timeZone === 'auto' ? timeZoneAt(latitude, longitude) : timeZone,
  };
}

function readSpan(reader: ParameterReader, now: Date): AskedSpan {
  const asked = reader.time('startTime');
  const end = reader.time('endTime');
  const start = asked ?? roundDown(now, HOUR_MS);
  const minutelyStart = asked ?? roundDown(now, MINUTE_MS);
  const span = { start, startIsDefault: asked === undefined, minutelyStart, end };
  if (!end || reader.isFaulty('startTime')) return span;
  const subject = asked ? '"startTime"' : 'the current hour, where the response starts without "startTime"';
  if (end <= start) reader.refuse('endTime', `"endTime" must be after ${subject}.`);
  if (end.getTime() - start.getTime() > LONGEST_SPAN_MS) {
    reader.refuse('endTime', `"endTime" must be at most 16 days after ${subject}.`);
  }
  return span;
}

function roundDown(time: Date, stepMs: number): Date {
  return new Date(Math.floor(time.getTime() / stepMs) * stepMs);
}
