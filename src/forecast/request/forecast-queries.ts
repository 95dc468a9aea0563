import { LRUCache } from 'lru-cache';
import { type MetricCatalogue } from '../../metrics/metric-catalogue.js';
import { type BatchQuery, parseBatchBody } from './batch-query.js';
import { type RawBody } from './body-reader.js';
import { parseForecastBody, parseForecastQuery } from './forecast-query.js';
import { type RawQuery } from './query-reader.js';
import { type KeyedQuery, keyedQuery } from './keyed-query.js';
import { API_KEY_PARAMETER } from './parameters.js';

const MOST_KEPT = 10_000;
const LONGEST_KEPT_CHARACTERS = 600;

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
  private readonly known = new LRUCache<string, KeyedQuery>({ max: MOST_KEPT });

  /** @param models the names of all models that may be asked for */
  constructor(
    private readonly metrics: MetricCatalogue,
    private readonly models: readonly string[],
  ) {}

  parse(raw: RawQuery, nowMs: number): KeyedQuery {
    const words = wordsOf(raw);
    const kept = words === undefined ? undefined : this.known.get(words);
    if (kept && kept.fromMs <= nowMs && nowMs < kept.untilMs) return kept;
    const now = new Date(nowMs);
    const parsed = keyedQuery(parseForecastQuery(raw, now, this.metrics, this.models), now, this.metrics);
    if (words !== undefined && words.length <= LONGEST_KEPT_CHARACTERS) this.known.set(words, parsed);
    return parsed;
  }

  parseBody(raw: RawBody, now: Date): KeyedQuery {
    return keyedQuery(parseForecastBody(raw, now, this.metrics, this.models), now, this.metrics);
  }

  parseBatch(raw: RawBody, now: Date): BatchQuery {
    return parseBatchBody(raw, now, this.metrics, this.models);
  }
}

/**
 * A query as one text, in which each length tells where its value ends. The API key is left out: it means nothing here,
 * and must not be kept. Undefined for a query with a repeated parameter, which is refused.
 */
function wordsOf(raw: RawQuery): string | undefined {
  let words = '';
  for (const name in raw) {
    if (name === API_KEY_PARAMETER) continue;
    const value = raw[name];
    if (typeof value !== 'string') return undefined;
    words += `${name.length}:${name}${value.length}:${value}`;
  }
  return words;
}
