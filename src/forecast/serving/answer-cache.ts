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

/** Keeps whole answers as long as they hold, the last asked for first, and lets each be made once for all who ask. */
export class AnswerCache {
  private readonly answers: LRUCache<string, ServedAnswer>;
  private readonly pending = new Map<string, Promise<ServedAnswer>>();
  private hits = 0;
  private joined = 0;
  private misses = 0;
  private evictions = 0;

  constructor({ maxBytes, maxAnswerBytes }: AnswerCacheOptions) {
    this.answers = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: maxAnswerBytes + OVERHEAD_BYTES,
      sizeCalculation: ({ body }, key) => body.length + 2 * key.length + OVERHEAD_BYTES,
      dispose: (_answer, _key, reason) => {
        if (reason === 'evict') this.evictions += 1;
      },
    });
  }

  get bytes(): number {
    return this.answers.calculatedSize;
  }

  get numbers(): AnswerCacheNumbers {
    const { hits, joined, misses, evictions, bytes } = this;
    return { hits, joined, misses, evictions, answers: this.answers.size, bytes };
  }

  /** The answer that is kept under a key, where it holds now. Answers at once in every case but that of a long work. */
  getOrMake(key: string, nowMs: number, make: () => Awaitable<ServedAnswer>): Awaitable<ServedAnswer> {
    const kept = this.answers.get(key);
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
    this.pending.clear();
  }

  private make(key: string, make: () => Awaitable<ServedAnswer>): Awaitable<ServedAnswer> {
    const made = make();
    if (!isPromise(made)) {
      this.answers.set(key, made);
      return made;
    }
    const awaited: Promise<ServedAnswer> = made.then(
      (answer) => {
        // What was cleared meanwhile is not kept.
        if (this.settle(key, awaited)) this.answers.set(key, answer);
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

  private settle(key: string, made: Promise<ServedAnswer>): boolean {
    return this.pending.get(key) === made && this.pending.delete(key);
  }
}
