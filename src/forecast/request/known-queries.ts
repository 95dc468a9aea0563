import { LRUCache } from 'lru-cache';
import { API_KEY_PARAMETER } from './parameters.js';
import { type RawQuery } from './query-reader.js';

const MOST_KEPT = 10_000;
const LONGEST_KEPT_CHARACTERS = 600;
/** Of all that is kept, in about: as many queries as may be kept, where none is large. */
const MOST_BYTES = 16_000_000;
/** What any query takes, beside its words. */
const QUERY_BYTES = 1000;

/** What a query means, as long as its words mean that; milliseconds since 1970. */
interface Meaning {
  fromMs: number;
  untilMs: number;
}

/** Keeps what queries mean, so that those that come again cost nothing. */
export class KnownQueries<T extends Meaning> {
  private readonly known: LRUCache<string, T & object>;

  /** @param bytesOf what a query takes besides, where that differs */
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
