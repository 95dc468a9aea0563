import { type Place } from '../../weather/gazetteer/index.js';
import { ownGazetteer } from '../places/own-gazetteer.js';
import { unknownPlace } from '../places/unknown-place.js';
import { Problem } from '../../core/http/index.js';
import { HOUR_MS, MINUTE_MS, type TimeZone } from '../../core/time/index.js';
import type { UnitSystem } from '../../weather/meteo/index.js';
import type { MetricCatalogue } from '../../weather/metrics/index.js';
import { BodyReader, type RawBody } from './body-reader.js';
import { fourDecimals, type ParameterReader } from './parameter-reader.js';
import {
  type Correction,
  CORRECTIONS,
  KNOWN_IN_BODY,
  KNOWN_IN_QUERY,
  KNOWN_TIMELINES,
  PARAMETERS,
  type Timeline,
  TIMELINES,
  UNIT_SYSTEMS,
} from './parameters.js';
import { QueryReader, type RawQuery } from './query-reader.js';
import { timeZoneAt, UTC } from './time-zone-at.js';

/** A forecast request after validation. */
export interface ForecastQuery {
  /** Degrees, rounded to four decimals. */
  latitude: number;
  longitude: number;
  /** The place, if the request names one. */
  place?: Place;
  /** Meters; undefined for the height of the place. */
  elevation: number | undefined;
  /** Fields and timelines in the order of the response. */
  fields: readonly string[];
  timelines: readonly Timeline[];
  units: UnitSystem;
  timeZone: TimeZone;
  /** The requested start, or the current hour. */
  start: Date;
  /** Whether no start was requested, so that the response changes every hour. */
  startIsDefault: boolean;
  /** Start of the minutely timeline: the requested start, or the current minute. */
  minutelyStart: Date;
  /** Exclusive; undefined for the default number of entries. */
  end: Date | undefined;
  /** `auto`, the name of a model, or `climatology`. */
  source: string;
  /** What stations say of the errors of `auto`. */
  correction: Correction;
  /** Whether the stations at the place correct nothing. */
  withoutSite?: boolean;
  /** Whether `auto` leaves hours that no run has without values. Otherwise, climatology fills them. */
  runsAlone?: boolean;
}

export type Point = Pick<ForecastQuery, 'latitude' | 'longitude' | 'place' | 'elevation'>;

export interface CommonParameters extends Omit<ForecastQuery, keyof Point | 'timeZone'> {
  timeZone: TimeZone | 'auto';
}

type AskedSpan = Pick<ForecastQuery, 'start' | 'startIsDefault' | 'minutelyStart' | 'end'>;

const LONGEST_SPAN_MS = 16 * 24 * HOUR_MS;

/**
 * Validates the query parameters of a forecast request.
 *
 * @param models the names of all models that may be requested
 * @throws Problem invalid_parameter that names every fault
 */
export function parseForecastQuery(
  raw: RawQuery,
  now: Date,
  metrics: MetricCatalogue,
  models: readonly string[],
): ForecastQuery {
  const reader = new QueryReader(raw);
  reader.refuseAllBut(KNOWN_IN_QUERY);
  return readParameters(reader, now, metrics, models);
}

/**
 * Validates the members of the body of a forecast request.
 *
 * @param models the names of all models that may be requested
 * @throws Problem invalid_parameter that points to every fault
 */
export function parseForecastBody(
  raw: RawBody,
  now: Date,
  metrics: MetricCatalogue,
  models: readonly string[],
): ForecastQuery {
  const reader = new BodyReader(raw);
  reader.refuseAllBut(KNOWN_IN_BODY);
  return readParameters(reader, now, metrics, models);
}

function readParameters(
  reader: ParameterReader,
  now: Date,
  metrics: MetricCatalogue,
  models: readonly string[],
): ForecastQuery {
  const point = readPoint(reader);
  const common = readCommon(reader, now, metrics, models);
  if (!point || reader.faults.length > 0) throw new Problem('invalid_parameter', { errors: reader.faults });
  return queryOf(point, common);
}

/** Undefined if it is faulty. */
export function readPoint(reader: ParameterReader): Point | undefined {
  const position = reader.has('place') ? readPlace(reader) : readDegrees(reader);
  const elevation = reader.metres('elevation', PARAMETERS.elevation.schema);
  return position && { ...position, elevation };
}

type Position = Omit<Point, 'elevation'>;

function readDegrees(reader: ParameterReader): Position | undefined {
  const latitude = reader.degrees('lat', PARAMETERS.lat.schema);
  const longitude = reader.degrees('lon', PARAMETERS.lon.schema);
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

function readPlace(reader: ParameterReader): Position | undefined {
  if (reader.has('lat') || reader.has('lon')) {
    return reader.refuse('place', 'Send either "place", or "lat" and "lon".');
  }
  const text = reader.shortText('place', PARAMETERS.place.schema.maxLength);
  if (text === undefined) return undefined;
  const place = ownGazetteer().named(text);
  if (!place) return reader.refuse('place', reader.isNextFaultListed ? `"place" ${unknownPlace(text)}` : '');
  return { latitude: fourDecimals(place.latitude), longitude: fourDecimals(place.longitude), place };
}

/** Reads what the requests of a batch have in common. The result is meaningless if the reader found faults. */
export function readCommon(
  reader: ParameterReader,
  now: Date,
  metrics: MetricCatalogue,
  models: readonly string[],
): CommonParameters {
  const fields = readFields(reader, metrics);
  const timelines = reader.choices('timelines', KNOWN_TIMELINES) ?? ['hourly'];
  return {
    fields,
    timelines: TIMELINES.filter((name) => timelines.includes(name)),
    units: readUnits(reader),
    timeZone: reader.timeZone('timezone') ?? UTC,
    ...readSpan(reader, now),
    source: reader.choice('source', ['auto', ...models, 'climatology']) ?? 'auto',
    correction: reader.choice('correction', CORRECTIONS) ?? 'auto',
  };
}

/** In the order of the response. */
export function readFields(reader: ParameterReader, metrics: MetricCatalogue): readonly string[] {
  const fields = reader.choices('fields', metrics);
  return fields ? metrics.names.filter((name) => fields.includes(name)) : metrics.defaultNames;
}

export function readUnits(reader: ParameterReader): UnitSystem {
  return reader.choice('units', UNIT_SYSTEMS) ?? 'metric';
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
