import type { FastifyRequest } from 'fastify';
import { atOnce } from '../../core/background/index.js';
import { MOST_LISTED_FAULTS, Problem, type RequestFault } from '../../core/http/index.js';
import type { UnitSystem } from '../../weather/meteo/index.js';
import type { MetricCatalogue } from '../../weather/metrics/index.js';
import { BodyReader, type RawBody } from './body-reader.js';
import { type Point, queryOf, readCommon, readPoint } from './forecast-query.js';
import { type KeyedQuery, keyedQuery, unitsOfValues } from './keyed-query.js';
import { KNOWN_IN_BATCH, KNOWN_IN_LOCATION, LOCATIONS } from './parameters.js';

/** A batch after validation: forecast requests that differ only in their points. */
export interface BatchQuery {
  points: KeyedQuery[];
  units: UnitSystem;
  /** Total number of requested values. */
  values: number;
}

/** The maximum number of locations in a batch, and of values in its response. */
interface BatchBounds {
  locations: number;
  values: number;
}

export const MOST_LOCATIONS = 100;
/** Values in one response: 20 MB at about 20 bytes each. */
export const MOST_VALUES = 1_000_000;
const BATCH_BOUNDS: BatchBounds = { locations: MOST_LOCATIONS, values: MOST_VALUES };
/** Bounds of a batch that runs as a job: 5 days of all default metrics fit. */
export const JOB_BOUNDS: BatchBounds = { locations: 10_000, values: 25_000_000 };

/** What a batch costs: one unit per 10,000 values, rounded up, and at least one per point. */
export function unitsOfBatch({ points, values }: BatchQuery): number {
  return Math.max(points.length, unitsOfValues(values));
}

/** Counts the points of a batch, as far as possible before its body is validated: at least 1, at most the maximum. */
export function countLocations({ body }: FastifyRequest): number {
  const { [LOCATIONS]: locations } = Object(body) as RawBody;
  return Array.isArray(locations) ? Math.min(Math.max(locations.length, 1), MOST_LOCATIONS) : 1;
}

/**
 * Validates the body of a batch.
 *
 * @param models the names of all models that may be requested
 * @throws Problem invalid_parameter that points to every fault
 */
export function parseBatchBody(
  raw: RawBody,
  now: Date,
  metrics: MetricCatalogue,
  models: readonly string[],
): BatchQuery {
  return atOnce(readBatchBody(raw, now, metrics, models, BATCH_BOUNDS));
}

/**
 * The same within other bounds, for `inTurns`: yields after each location. In a batch that is larger than the usual one
 * it stops at the twentieth fault.
 */
export function* readBatchBody(
  raw: RawBody,
  now: Date,
  metrics: MetricCatalogue,
  models: readonly string[],
  most: BatchBounds,
): Generator<undefined, BatchQuery> {
  const reader = new BodyReader(raw);
  reader.refuseAllBut(KNOWN_IN_BATCH);
  const common = readCommon(reader, now, metrics, models);
  const points = yield* readLocations(raw[LOCATIONS], reader.faults, most.locations);
  if (reader.faults.length > 0) throw new Problem('invalid_parameter', { errors: reader.faults });
  const queries: KeyedQuery[] = [];
  let values = 0;
  for (const point of points) {
    const query = keyedQuery(queryOf(point, common), now, metrics);
    queries.push(query);
    values += query.values;
    yield;
  }
  if (values > most.values) {
    const detail = `The response would have ${values} values; the maximum is ${most.values}. Request fewer locations, fields or timelines, or a shorter span.`;
    throw new Problem('invalid_parameter', { errors: [{ pointer: `/${LOCATIONS}`, detail }] });
  }
  return { points: queries, units: common.units, values };
}

function* readLocations(value: unknown, faults: RequestFault[], most: number): Generator<undefined, Point[]> {
  const isList = Array.isArray(value) && value.length >= 1 && value.length <= most;
  if (!isList) {
    const detail = `"${LOCATIONS}" must be an array of 1 to ${most} objects.`;
    faults.push({ pointer: `/${LOCATIONS}`, detail });
    return [];
  }
  const points: Point[] = [];
  for (const [i, location] of (value as unknown[]).entries()) {
    if (faults.length >= MOST_LISTED_FAULTS && value.length > MOST_LOCATIONS) break;
    yield;
    const pointer = `/${LOCATIONS}/${i}`;
    if (typeof location !== 'object' || location === null || Array.isArray(location)) {
      faults.push({ pointer, detail: 'A location must be an object with "lat" and "lon", or "place".' });
      continue;
    }
    const reader = new BodyReader(location as RawBody, pointer, faults);
    reader.refuseAllBut(KNOWN_IN_LOCATION);
    const point = readPoint(reader);
    if (point) points.push(point);
  }
  return points;
}
