import { growingCache } from '../../../common/growing-cache.js';

const MINUTE_MS = 60_000;
/** The one that was quiet longest is forgotten first. */
const MOST_KEYS = 100_000;

/** What each key may spend in a minute: all at once, or evenly (the generic cell rate algorithm, one debt for each key). */
export class MinuteBudget {
  /** When the budget of a key will be whole again, in milliseconds since 1970. */
  private readonly wholeAtMs = growingCache<string, number>(MOST_KEYS);

  constructor(private readonly perMinute: number) {}

  /** Whether anything is spent. */
  isTouched(key: string, nowMs = Date.now()): boolean {
    return this.debtMs(key, nowMs) > 0;
  }

  /** Until one more may be spent, in whole seconds; 0 where it may be at once. */
  waitSeconds(key: string, nowMs = Date.now()): number {
    const freeMs = MINUTE_MS - this.debtMs(key, nowMs);
    return Math.max(0, Math.ceil((MINUTE_MS / this.perMinute - freeMs) / 1000));
  }

  /** Also where the key should have waited; the debt never exceeds a minute by more than what is spent at once. */
  spend(key: string, nowMs = Date.now(), times = 1): void {
    const debtMs = Math.min(MINUTE_MS, this.debtMs(key, nowMs)) + (times * MINUTE_MS) / this.perMinute;
    this.wholeAtMs.set(key, nowMs + debtMs);
  }

  private debtMs(key: string, nowMs: number): number {
    return Math.max(0, (this.wholeAtMs.get(key) ?? 0) - nowMs);
  }
}
