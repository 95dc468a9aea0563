import { LRUCache } from 'lru-cache';
import { type Awaitable, isPromise } from '../../common/awaitable.js';
import { type ServedAnswer } from './served-answer.js';

export interface AnswerCacheOptions {
  /** Of all that is kept: answers, keys, and what holds them. */
  maxBytes: number;
  /** Larger answers are made for each request anew. */
  maxAnswerBytes: number;
}

/** Since the process started, and of what is kept now. */
export interface AnswerCacheNumbers {
  hits: number;
  /** Asked for while the same was being made for another request. */
  joined: number;
  misses: number;
  /** Answers that had to leave for others. */
  evictions: number;
  answers: number;
  bytes: number;
}

/** Objects, headers and the allocator's own, measured with many small answers. */
const OVERHEAD_BYTES = 1000;

/** How much of the memory is for answers that were asked for once so far: some dozens. */
const FIRST_TIME_SHARE = 1 / 32;
/** Beside `maxBytes`, some 2 MB. */
const MOST_KNOWN_KEYS = 10_000;

/**
 * Keeps whole answers as long as they hold, and lets each be made once for all who ask at the same time.
 *
 * It is a cache of two queues (2Q): an answer stays for long when it is asked for again, the last asked for first. What
 * is asked for once, as most points are, leaves soon, so that it neither drives those out nor grows old enough to cost
 * the garbage collector its large rounds. Of what left, the key is remembered: when it is asked for again it stays.
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

  /** The answer that is kept under a key, where it holds now. Answers at once where it is made at once. */
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

  /** Forgets everything, also what is being made: who asks from now on gets it made anew. */
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
        // What was cleared meanwhile is not kept.
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
