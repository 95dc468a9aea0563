import { Problem } from '../common/problems/problem.js';
import { METRIC_NAMES, type MetricName } from '../meteo/metrics.js';
import { type UnitSystem } from '../meteo/units.js';
import { type ModelName, MODELS } from '../models/models.js';
import { QueryReader, type RawQuery } from './query-reader.js';

export type Timeline = 'hourly';
export type ForecastSource = 'auto' | ModelName;

/** A forecast request after validation. */
export interface ForecastQuery {
  /** Degrees, rounded to four decimals. */
  latitude: number;
  longitude: number;
  /** In the order in which an answer holds them. */
  fields: MetricName[];
  timelines: Timeline[];
  units: UnitSystem;
  /** The start that was asked for, else the current hour. */
  start: Date;
  /** Exclusive; undefined for the default number of entries. */
  end: Date | undefined;
  source: ForecastSource;
}

export const TIMELINES: readonly Timeline[] = ['hourly'];
export const UNIT_SYSTEMS: readonly UnitSystem[] = ['metric', 'imperial'];
export const SOURCES: readonly ForecastSource[] = ['auto', ...(Object.keys(MODELS) as ModelName[])];

const LATER_TIMELINES = ['minutely', 'daily'];
const PARAMETERS = ['lat', 'lon', 'fields', 'timelines', 'units', 'startTime', 'endTime', 'source'];
/** Read by the guard of the route. */
const API_KEY_PARAMETER = 'apikey';

const HOUR_MS = 3_600_000;
const LONGEST_SPAN_MS = 16 * 24 * HOUR_MS;

/**
 * Validates the parameters of a forecast request.
 *
 * @throws Problem invalid_parameter that names every fault
 */
export function parseForecastQuery(raw: RawQuery, now: Date): ForecastQuery {
  const reader = new QueryReader(raw);
  reader.refuseAllBut([...PARAMETERS, API_KEY_PARAMETER]);
  const latitude = reader.degrees('lat', -90, 90);
  const longitude = reader.degrees('lon', -180, 180);
  const fields = reader.choices('fields', METRIC_NAMES) ?? METRIC_NAMES;
  const timelines = readTimelines(reader);
  const units = reader.choice('units', UNIT_SYSTEMS) ?? 'metric';
  const { start, end } = readSpan(reader, now);
  const source = reader.choice('source', SOURCES) ?? 'auto';
  if (latitude === undefined || longitude === undefined || reader.faults.length > 0) {
    throw new Problem('invalid_parameter', { errors: reader.faults });
  }
  const ordered = METRIC_NAMES.filter((name) => fields.includes(name));
  return { latitude, longitude, fields: ordered, timelines, units, start, end, source };
}

function readTimelines(reader: QueryReader): Timeline[] {
  const names = reader.choices('timelines', [...TIMELINES, ...LATER_TIMELINES]) ?? [...TIMELINES];
  for (const name of names.filter((entry) => LATER_TIMELINES.includes(entry))) {
    reader.refuse('timelines', `The timeline "${name}" is not available yet; "hourly" is.`);
  }
  return names.filter((name): name is Timeline => (TIMELINES as readonly string[]).includes(name));
}

function readSpan(reader: QueryReader, now: Date): Pick<ForecastQuery, 'start' | 'end'> {
  const asked = reader.time('startTime');
  const end = reader.time('endTime');
  const start = asked ?? new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const startIsFaulty = reader.faults.some(({ parameter }) => parameter === 'startTime');
  if (!end || startIsFaulty) return { start, end };
  const subject = asked ? '"startTime"' : 'the current hour, where the answer begins without "startTime"';
  if (end <= start) reader.refuse('endTime', `"endTime" must be after ${subject}.`);
  if (end.getTime() - start.getTime() > LONGEST_SPAN_MS) {
    reader.refuse('endTime', `"endTime" must be at most 16 days after ${subject}.`);
  }
  return { start, end };
}
