import { type MetricCatalogue } from '../../metrics/metric-catalogue.js';
import { type BatchQuery, JOB_BOUNDS, parseBatchBody } from './batch-query.js';
import { type RawBody } from './body-reader.js';
import { type ForecastQuery, parseForecastBody, parseForecastQuery } from './forecast-query.js';
import { KnownQueries } from './known-queries.js';
import { type RawQuery } from './query-reader.js';
import { type KeyedQuery, keyedQuery } from './keyed-query.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Of the application; prices, which stand beside routes, belong to no application. */
    forecastQueries: ForecastQueries;
  }
}

/**
 * Parses the requests of an application. What queries mean is kept, so that those that come again cost nothing. Each method
 * throws Problem invalid_parameter that names every fault.
 */
export class ForecastQueries {
  private readonly known = new KnownQueries<KeyedQuery>();

  /** @param models the names of all models that may be asked for */
  constructor(
    private readonly metrics: MetricCatalogue,
    private readonly models: readonly string[],
  ) {}

  parse(raw: RawQuery, nowMs: number): KeyedQuery {
    return this.known.getOrParse(raw, nowMs, () => {
      const now = new Date(nowMs);
      return keyedQuery(parseForecastQuery(raw, now, this.metrics, this.models), now, this.metrics);
    });
  }

  /** A query that was parsed and then changed, as if it had been asked for so. */
  keyed(query: ForecastQuery, nowMs: number): KeyedQuery {
    return keyedQuery(query, new Date(nowMs), this.metrics);
  }

  parseBody(raw: RawBody, now: Date): KeyedQuery {
    return keyedQuery(parseForecastBody(raw, now, this.metrics, this.models), now, this.metrics);
  }

  parseJob(raw: RawBody, now: Date): BatchQuery {
    return parseBatchBody(raw, now, this.metrics, this.models, JOB_BOUNDS);
  }

  parseBatch(raw: RawBody, now: Date): BatchQuery {
    return parseBatchBody(raw, now, this.metrics, this.models);
  }
}
