import { LRUCache } from 'lru-cache';
import { API_KEY_PARAMETER, parseForecastQuery } from './forecast-query.js';
import { type RawQuery } from './query-reader.js';
import { type KeyedQuery, keyedQuery } from './keyed-query.js';

const MOST_KEPT = 10_000;
const LONGEST_KEPT_CHARACTERS = 600;

/** Parses the queries of requests, and keeps what they mean, so that those that come again cost nothing. */
export class ForecastQueries {
  private readonly known = new LRUCache<string, KeyedQuery>({ max: MOST_KEPT });

  /** @throws Problem invalid_parameter that names every fault */
  parse(raw: RawQuery, nowMs: number): KeyedQuery {
    const words = wordsOf(raw);
    const kept = words === undefined ? undefined : this.known.get(words);
    if (kept && kept.fromMs <= nowMs && nowMs < kept.untilMs) return kept;
    const now = new Date(nowMs);
    const parsed = keyedQuery(parseForecastQuery(raw, now), now);
    if (words !== undefined && words.length <= LONGEST_KEPT_CHARACTERS) this.known.set(words, parsed);
    return parsed;
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
