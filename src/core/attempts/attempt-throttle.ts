import { type LRUCache } from 'lru-cache';
import { growingCache } from '../http/access/growing-cache.js';
import { type AttemptLimits } from './attempt-limits.js';

/** The number of keys kept. The key with the oldest last attempt is evicted first. */
const MAXIMUM_KEYS = 100_000;

interface Attempts {
  count: number;
  lastMs: number;
  blockedUntilMs: number;
}

/** Throttles attempts: after the free ones, each further attempt doubles the wait. No key is locked out for good. */
export class AttemptThrottle {
  private readonly attempts: LRUCache<string, Attempts>;

  constructor(
    private readonly limits: AttemptLimits,
    maximumKeys = MAXIMUM_KEYS,
  ) {
    this.attempts = growingCache(maximumKeys);
  }

  /** Returns how long the key must wait, in whole seconds; 0 for no wait. */
  waitSeconds(key: string, nowMs = Date.now()): number {
    const blockedUntilMs = this.attempts.peek(key)?.blockedUntilMs ?? 0;
    return Math.max(0, Math.ceil((blockedUntilMs - nowMs) / 1000));
  }

  /** Notes an attempt that counts against the key. */
  note(key: string, nowMs = Date.now()): void {
    const { freeAttempts, maximumWaitSeconds, forgetAfterSeconds } = this.limits;
    const before = this.attempts.peek(key);
    const isForgotten = !before || nowMs - before.lastMs > forgetAfterSeconds * 1000;
    const count = isForgotten ? 1 : before.count + 1;
    const excess = count - freeAttempts;
    const waitSeconds = excess < 0 ? 0 : Math.min(maximumWaitSeconds, 2 ** Math.min(excess, 20));
    this.attempts.set(key, { count, lastMs: nowMs, blockedUntilMs: nowMs + waitSeconds * 1000 });
  }

  /** Undoes a successful attempt. It has already waited for the attempts before it, so no wait is left. */
  takeBack(key: string): void {
    const attempts = this.attempts.peek(key);
    if (!attempts) return;
    attempts.count -= 1;
    attempts.blockedUntilMs = 0;
  }

  /** Forgets the key's attempts. */
  clear(key: string): void {
    this.attempts.delete(key);
  }
}
