import { Problem } from '../../core/http/index.js';
import type { MetricCatalogue } from '../../weather/metrics/index.js';
import {
  type ForecastQuery,
  type Point,
  readFields,
  readPoint,
  readUnits,
} from '../request/forecast-query.js';
import { KNOWN_OF_CURRENT } from '../request/parameters.js';
import { QueryReader, type RawQuery } from '../request/query-reader.js';

/** A request for current conditions after validation. */
export type CurrentQuery = Point & Pick<ForecastQuery, 'fields' | 'units'>;

/** @throws Problem invalid_parameter that names every fault */
export function parseCurrentQuery(raw: RawQuery, metrics: MetricCatalogue): CurrentQuery {
  const reader = new QueryReader(raw);
  reader.refuseAllBut(KNOWN_OF_CURRENT);
  const point = readPoint(reader);
  const fields = readFields(reader, metrics);
  const units = readUnits(reader);
  if (!point || reader.faults.length > 0) throw new Problem('invalid_parameter', { errors: reader.faults });
  return { ...point, fields, units };
}
