import type { Configuration } from '../../core/config/index.js';
import type { MetricCatalogue } from '../../weather/metrics/index.js';
import { type BatchQuery, JOB_BOUNDS, parseBatchBody, readBatchBody } from './batch-query.js';
import { type RawBody } from './body-reader.js';
import { type ForecastQuery, parseForecastBody, parseForecastQuery } from './forecast-query.js';
import { KnownQueries } from './known-queries.js';
import { type RawQuery } from './query-reader.js';
import { type KeyedQuery, keyedQuery } from './keyed-query.js';

/**
 * Parses forecast requests. Caches parsed queries, so that repeated ones cost nothing. Each method that parses throws
 * Problem invalid_parameter that names every fault.
 */
export class ForecastQueries {
  private readonly known = new KnownQueries<KeyedQuery>();

  /** @param models the names of all models that may be requested */
  constructor(
    private readonly metrics: MetricCatalogue,
    private readonly models: readonly string[],
  ) {}

  static of(this: void, metrics: MetricCatalogue, { knownModels }: Configuration): ForecastQueries {
    const models = knownModels.filter(({ model }) => !model.ensemble).map(({ model }) => model.name);
    return new ForecastQueries(metrics, models);
  }

  parse(raw: RawQuery, nowMs: number): KeyedQuery {
    return this.known.getOrParse(raw, nowMs, () => {
      const now = new Date(nowMs);
      return keyedQuery(parseForecastQuery(raw, now, this.metrics, this.models), now, this.metrics);
    });
  }

  /** A query that was changed after parsing, keyed as if it had been requested that way. */
  keyed(query: ForecastQuery, nowMs: number): KeyedQuery {
    return keyedQuery(query, new Date(nowMs), this.metrics);
  }

  parseBody(raw: RawBody, now: Date): KeyedQuery {
    return keyedQuery(parseForecastBody(raw, now, this.metrics, this.models), now, this.metrics);
  }

  /** For `inTurns`. */
  readJob(raw: RawBody, now: Date): Generator<undefined, BatchQuery> {
    return readBatchBody(raw, now, this.metrics, this.models, JOB_BOUNDS);
  }

  parseBatch(raw: RawBody, now: Date): BatchQuery {
    return parseBatchBody(raw, now, this.metrics, this.models);
  }
}
