import { MINUTE_MS } from '../../../time/index.js';
import { growingCache } from '../growing-cache.js';

/** The least recently used key is evicted first. */
const MOST_KEYS = 100_000;

/**
 * A budget per key and minute (or another period), spent at once or evenly (the generic cell rate algorithm, with one
 * debt per key).
 */
export class Budget {
  /** When the budget of a key will be full, in milliseconds since 1970. */
  private readonly wholeAtMs = growingCache<string, number>(MOST_KEYS);
  /** How long one takes to be replenished. */
  private readonly intervalMs: number;

  constructor(
    atOnce: number,
    private readonly periodMs = MINUTE_MS,
  ) {
    this.intervalMs = periodMs / atOnce;
  }

  /** Whether anything is spent. */
  isTouched(key: string, nowMs = Date.now()): boolean {
    return this.debtMs(key, nowMs) > 0;
  }

  /** Returns the whole seconds until one more may be spent; 0 if it may be spent now. */
  waitSeconds(key: string, nowMs = Date.now()): number {
    const freeMs = this.periodMs - this.debtMs(key, nowMs);
    return Math.max(0, Math.ceil((this.intervalMs - freeMs) / 1000));
  }

  /** Spends even if the key should have waited. The debt exceeds a period by at most what one call spends. */
  spend(key: string, nowMs = Date.now(), times = 1): void {
    const debtMs = Math.min(this.periodMs, this.debtMs(key, nowMs)) + times * this.intervalMs;
    this.wholeAtMs.set(key, nowMs + debtMs);
  }

  /** Spends one unless the key should wait. Returns whether it did. */
  take(key: string, nowMs = Date.now()): boolean {
    const isFree = this.waitSeconds(key, nowMs) === 0;
    if (isFree) this.spend(key, nowMs);
    return isFree;
  }

  /** Gives back one that was taken. */
  giveBack(key: string): void {
    const wholeAtMs = this.wholeAtMs.get(key);
    if (wholeAtMs !== undefined) this.wholeAtMs.set(key, wholeAtMs - this.intervalMs);
  }

  private debtMs(key: string, nowMs: number): number {
    return Math.max(0, (this.wholeAtMs.get(key) ?? 0) - nowMs);
  }
}
