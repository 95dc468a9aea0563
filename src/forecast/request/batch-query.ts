import type { FastifyRequest } from 'fastify';
import { Problem, type RequestFault } from '../../http/problems/problem.js';
import { type UnitSystem } from '../../meteo/units.js';
import { type MetricCatalogue } from '../../metrics/metric-catalogue.js';
import { BodyReader, type RawBody } from './body-reader.js';
import { type Point, queryOf, readCommon, readPoint } from './forecast-query.js';
import { type KeyedQuery, keyedQuery, unitsOfValues } from './keyed-query.js';
import { KNOWN_IN_BATCH, KNOWN_IN_LOCATION, LOCATIONS } from './parameters.js';

/** The forecasts of many points, which differ in their points alone. */
export interface BatchQuery {
  points: KeyedQuery[];
  units: UnitSystem;
  /** How many values are asked for altogether. */
  values: number;
}

/** How many locations a batch may have, and how many numbers its answer. */
interface BatchBounds {
  locations: number;
  values: number;
}

export const MOST_LOCATIONS = 100;
/** Numbers of one answer, which are some 20 bytes each: 20 MB. */
export const MOST_VALUES = 1_000_000;
const BATCH_BOUNDS: BatchBounds = { locations: MOST_LOCATIONS, values: MOST_VALUES };
/** Of a batch that is worked out as a job: 5 days of all default metrics fit. */
export const JOB_BOUNDS: BatchBounds = { locations: 10_000, values: 25_000_000 };

/** What a batch costs: a unit per 10,000 values, rounded up, and at least one for each point. */
export function unitsOfBatch({ points, values }: BatchQuery): number {
  return Math.max(points.length, unitsOfValues(values));
}

/** The points of a batch as far as it can be told before the body is checked, between one and the most there may be. */
export function countLocations({ body }: FastifyRequest): number {
  const { [LOCATIONS]: locations } = Object(body) as RawBody;
  return Array.isArray(locations) ? Math.min(Math.max(locations.length, 1), MOST_LOCATIONS) : 1;
}

/**
 * Validates the body of a batch.
 *
 * @param models the names of all models that may be asked for
 * @throws Problem invalid_parameter that points to every fault
 */
export function parseBatchBody(
  raw: RawBody,
  now: Date,
  metrics: MetricCatalogue,
  models: readonly string[],
  most = BATCH_BOUNDS,
): BatchQuery {
  const reader = new BodyReader(raw);
  reader.refuseAllBut(KNOWN_IN_BATCH);
  const common = readCommon(reader, now, metrics, models);
  const points = readLocations(raw[LOCATIONS], reader.faults, most.locations);
  if (reader.faults.length > 0) throw new Problem('invalid_parameter', { errors: reader.faults });
  const queries = points.map((point) => keyedQuery(queryOf(point, common), now, metrics));
  const values = queries.reduce((sum, query) => sum + query.values, 0);
  if (values > most.values) {
    const detail = `The response would have ${values} values; the maximum is ${most.values}. Request fewer locations, fields or timelines, or a shorter span.`;
    throw new Problem('invalid_parameter', { errors: [{ pointer: `/${LOCATIONS}`, detail }] });
  }
  return { points: queries, units: common.units, values };
}

function readLocations(value: unknown, faults: RequestFault[], most: number): Point[] {
  const isList = Array.isArray(value) && value.length >= 1 && value.length <= most;
  if (!isList) {
    const detail = `"${LOCATIONS}" must be an array of 1 to ${most} objects.`;
    faults.push({ pointer: `/${LOCATIONS}`, detail });
    return [];
  }
  const points: Point[] = [];
  for (const [i, location] of (value as unknown[]).entries()) {
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
