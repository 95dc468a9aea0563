const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
const TOLD_AFTER_MS = 60_000;

/** How long to wait after each failure to connect, and when to tell of it: once for each outage, if it lasts. */
export class FeedOutage {
  private sinceMs: number | undefined;
  private failures = 0;
  private isTold = false;

  /** Whether to tell of the outage now. */
  fail(nowMs: number): boolean {
    this.sinceMs ??= nowMs;
    this.failures += 1;
    if (this.isTold || nowMs - this.sinceMs < TOLD_AFTER_MS) return false;
    this.isTold = true;
    return true;
  }

  /** Whether to tell that it is over. */
  end(): boolean {
    const { isTold } = this;
    this.sinceMs = undefined;
    this.failures = 0;
    this.isTold = false;
    return isTold;
  }

  /** Longer after each failure, up to a bound, and not the same in all replicas. */
  get waitMs(): number {
    const longest = Math.min(FIRST_WAIT_MS * 2 ** (this.failures - 1), LONGEST_WAIT_MS);
    return longest * (0.5 + Math.random() / 2);
  }
}
