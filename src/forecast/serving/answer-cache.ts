import { LRUCache } from 'lru-cache';
import { type Awaitable, isPromise } from '../../common/awaitable.js';
import { type ServedAnswer } from './served-answer.js';

export interface AnswerCacheOptions {
  /** Of all that is kept: answers, keys, and what holds them. */
  maxBytes: number;
  /** Larger answers are made for each request anew. */
  maxAnswerBytes: number;
}

/** Objects, headers and the allocator's own, measured with many small answers. */
const OVERHEAD_BYTES = 1000;

/** Keeps whole answers as long as they hold, the last asked for first, and lets each be made once for all who ask. */
export class AnswerCache {
  private readonly answers: LRUCache<string, ServedAnswer>;
  private readonly pending = new Map<string, Promise<ServedAnswer>>();

  constructor({ maxBytes, maxAnswerBytes }: AnswerCacheOptions) {
    this.answers = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: maxAnswerBytes + OVERHEAD_BYTES,
      sizeCalculation: ({ body }, key) => body.length + 2 * key.length + OVERHEAD_BYTES,
    });
  }

  get bytes(): number {
    return this.answers.calculatedSize;
  }

  /** The answer that is kept under a key, where it holds now. Answers at once in every case but that of a long work. */
  getOrMake(key: string, nowMs: number, make: () => Awaitable<ServedAnswer>): Awaitable<ServedAnswer> {
    const kept = this.answers.get(key);
    if (kept && kept.fromMs <= nowMs && nowMs < kept.untilMs) return kept;
    return this.pending.get(key) ?? this.make(key, make);
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
