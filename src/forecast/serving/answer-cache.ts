import { LRUCache } from 'lru-cache';
import { type Awaitable, isPromise } from '../../core/common/index.js';
import { type ServedAnswer } from './served-answer.js';

export interface AnswerCacheOptions {
  /** Size of the whole cache: responses, keys and overhead. */
  maxBytes: number;
  /** Larger responses are not cached, but built for each request. */
  maxAnswerBytes: number;
}

/** Counted since the process started, except for the current `answers` and `bytes`. */
export interface AnswerCacheNumbers {
  hits: number;
  /** Requests that shared a response which was being built for another one. */
  joined: number;
  misses: number;
  /** Responses evicted to make room. */
  evictions: number;
  answers: number;
  bytes: number;
}

/** Overhead per response: objects, headers and the allocator's own, measured with many small responses. */
const OVERHEAD_BYTES = 1000;

/** Share of the memory for responses that were requested only once so far: some dozens. */
const FIRST_TIME_SHARE = 1 / 32;
/** In addition to `maxBytes`, about 2 MB. */
const MOST_KNOWN_KEYS = 10_000;

/**
 * Caches whole responses while they are valid, and builds each only once for concurrent requests.
 *
 * It is a cache with two queues (2Q). A response that is requested again moves to the large LRU queue. One that is
 * requested once, as most points are, is evicted early, so that it neither displaces those nor gets old enough to
 * require major garbage collections. The keys of evicted responses are remembered: if requested again, these go to the
 * large queue.
 */
export class AnswerCache {
  private readonly answers: LRUCache<string, ServedAnswer>;
  private readonly firstTime: LRUCache<string, ServedAnswer>;
  private readonly known = new LRUCache<string, true>({ max: MOST_KNOWN_KEYS });
  private readonly pending = new Map<string, Promise<ServedAnswer>>();
  private hits = 0;
  private joined = 0;
  private misses = 0;
  private evictions = 0;

  constructor({ maxBytes, maxAnswerBytes }: AnswerCacheOptions) {
    const firstTimeBytes = Math.floor(maxBytes * FIRST_TIME_SHARE);
    this.answers = new LRUCache({
      maxSize: maxBytes - firstTimeBytes,
      maxEntrySize: maxAnswerBytes + OVERHEAD_BYTES,
      sizeCalculation: sizeOf,
      dispose: (_answer, _key, reason) => {
        if (reason === 'evict') this.evictions += 1;
      },
    });
    this.firstTime = new LRUCache({
      maxSize: firstTimeBytes,
      sizeCalculation: sizeOf,
      dispose: (_answer, key, reason) => {
        if (reason !== 'evict') return;
        this.evictions += 1;
        this.known.set(key, true);
      },
    });
  }

  get bytes(): number {
    return this.answers.calculatedSize + this.firstTime.calculatedSize;
  }

  get numbers(): AnswerCacheNumbers {
    const { hits, joined, misses, evictions, bytes } = this;
    return { hits, joined, misses, evictions, answers: this.answers.size + this.firstTime.size, bytes };
  }

  /** Returns the cached response if it is valid now, or else builds it. Synchronous if `make` is. */
  getOrMake(key: string, nowMs: number, make: () => ServedAnswer): ServedAnswer;
  getOrMake(key: string, nowMs: number, make: () => Awaitable<ServedAnswer>): Awaitable<ServedAnswer>;
  getOrMake(key: string, nowMs: number, make: () => Awaitable<ServedAnswer>): Awaitable<ServedAnswer> {
    const kept = this.answers.get(key) ?? this.askedAgain(key);
    if (kept && kept.fromMs <= nowMs && nowMs < kept.untilMs) {
      this.hits += 1;
      return kept;
    }
    const pending = this.pending.get(key);
    if (pending) this.joined += 1;
    else this.misses += 1;
    return pending ?? this.make(key, make);
  }

  /** Drops everything, including responses being built: later requests start over. */
  clear(): void {
    this.answers.clear();
    this.firstTime.clear();
    this.pending.clear();
  }

  private make(key: string, make: () => Awaitable<ServedAnswer>): Awaitable<ServedAnswer> {
    const made = make();
    if (!isPromise(made)) {
      this.keep(key, made);
      return made;
    }
    const awaited: Promise<ServedAnswer> = made.then(
      (answer) => {
        // Not cached if `clear` was called in the meantime.
        if (this.settle(key, awaited)) this.keep(key, answer);
        return answer;
      },
      (error: unknown) => {
        this.settle(key, awaited);
        throw error;
      },
    );
    this.pending.set(key, awaited);
    return awaited;
  }

  private askedAgain(key: string): ServedAnswer | undefined {
    const answer = this.firstTime.get(key);
    if (!answer) return undefined;
    this.firstTime.delete(key);
    this.answers.set(key, answer);
    return answer;
  }

  private keep(key: string, answer: ServedAnswer): void {
    if (answer.isPending) return;
    const isKnown = this.answers.has(key) || this.known.delete(key);
    const isLarge = sizeOf(answer, key) > this.firstTime.maxSize;
    (isKnown || isLarge ? this.answers : this.firstTime).set(key, answer);
  }

  private settle(key: string, made: Promise<ServedAnswer>): boolean {
    return this.pending.get(key) === made && this.pending.delete(key);
  }
}

function sizeOf({ body }: ServedAnswer, key: string): number {
  return body.length + 2 * key.length + OVERHEAD_BYTES;
}
