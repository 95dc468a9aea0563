import { LRUCache } from 'lru-cache';
import { API_KEY_PARAMETER } from './parameters.js';
import { type RawQuery } from './query-reader.js';

const MOST_KEPT = 10_000;
const LONGEST_KEPT_CHARACTERS = 600;
/** Approximate size of the cache: enough for the maximum number of queries if none is large. */
const MOST_BYTES = 16_000_000;
/** Size of any query, not counting its text. */
const QUERY_BYTES = 1000;

/** The period in which the text of a query has this meaning; milliseconds since 1970. */
interface Meaning {
  fromMs: number;
  untilMs: number;
}

/** Caches parsed queries, so that repeated ones cost nothing. */
export class KnownQueries<T extends Meaning> {
  private readonly known: LRUCache<string, T & object>;

  /** @param bytesOf additional size of a parsed query, if that varies */
  constructor(bytesOf: (query: T) => number = () => 0) {
    this.known = new LRUCache({
      max: MOST_KEPT,
      maxSize: MOST_BYTES,
      sizeCalculation: (query, words) => QUERY_BYTES + 2 * words.length + bytesOf(query),
    });
  }

  getOrParse(raw: RawQuery, nowMs: number, parse: () => T): T {
    const words = wordsOf(raw);
    const kept = words === undefined ? undefined : this.known.get(words);
    if (kept && kept.fromMs <= nowMs && nowMs < kept.untilMs) return kept;
    const parsed = parse();
    if (words !== undefined && words.length <= LONGEST_KEPT_CHARACTERS) this.known.set(words, parsed);
    return parsed;
  }
}

/**
 * Joins a query into one unambiguous text, with the length before each name and value. Leaves out the API key, which
 * has no meaning here and must not be kept. Undefined for a query with a repeated parameter, which is refused.
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
