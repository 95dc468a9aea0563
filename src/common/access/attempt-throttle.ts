import { LRUCache } from 'lru-cache';
import { Problem } from '../problems/problem.js';

export interface AttemptThrottleOptions {
  /** Attempts that cost no wait. */
  freeAttempts: number;
  /** The longest wait, in seconds; the wait doubles from 1 s up to it. */
  maximumWaitSeconds?: number;
  /** After so many quiet seconds the attempts are forgotten. */
  forgetAfterSeconds?: number;
  /** How many keys are remembered; the one that was quiet longest goes first. */
  maximumKeys?: number;
}

interface Attempts {
  count: number;
  lastMs: number;
  blockedUntilMs: number;
}

/** Slows down who tries too often: after some free attempts each further one doubles the wait. Nobody is locked out for good. */
export class AttemptThrottle {
  private readonly attempts: LRUCache<string, Attempts>;
  private readonly options: Required<AttemptThrottleOptions>;

  constructor(options: AttemptThrottleOptions) {
    this.options = { maximumWaitSeconds: 300, forgetAfterSeconds: 3_600, maximumKeys: 100_000, ...options };
    this.attempts = new LRUCache({ max: this.options.maximumKeys });
  }

  /** @throws Problem too_many_attempts while the key must wait. */
  check(key: string, nowMs = Date.now()): void {
    const blockedUntilMs = this.attempts.peek(key)?.blockedUntilMs ?? 0;
    if (blockedUntilMs <= nowMs) return;
    const waitSeconds = Math.ceil((blockedUntilMs - nowMs) / 1000);
    throw new Problem('too_many_attempts', {
      detail: `Too many attempts. Try again in ${waitSeconds} s.`,
      headers: { 'retry-after': String(waitSeconds) },
    });
  }

  /** Notes an attempt that counts against the key. */
  note(key: string, nowMs = Date.now()): void {
    const before = this.attempts.peek(key);
    const isForgotten = !before || nowMs - before.lastMs > this.options.forgetAfterSeconds * 1000;
    const count = isForgotten ? 1 : before.count + 1;
    const excess = count - this.options.freeAttempts;
    const waitSeconds = excess < 0 ? 0 : Math.min(this.options.maximumWaitSeconds, 2 ** Math.min(excess, 20));
    this.attempts.set(key, { count, lastMs: nowMs, blockedUntilMs: nowMs + waitSeconds * 1000 });
  }

  /** Takes an attempt back that turned out well; it waited for those before it, so that nothing is left to wait for. */
  takeBack(key: string): void {
    const attempts = this.attempts.peek(key);
    if (!attempts) return;
    attempts.count -= 1;
    attempts.blockedUntilMs = 0;
  }

  /** Checks, and notes the attempt when it may go on. */
  attempt(key: string): void {
    this.check(key);
    this.note(key);
  }

  /** Forgets the key's attempts. */
  clear(key: string): void {
    this.attempts.delete(key);
  }
}
