const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
const TOLD_AFTER_MS = 60_000;

/** Computes how long to wait after each failure to connect, and when to report an outage: once, if it lasts. */
export class FeedOutage {
  private sinceMs: number | undefined;
  private failures = 0;
  private isTold = false;

  /** Records a failure. Returns whether to report the outage now. */
  fail(nowMs: number): boolean {
    this.sinceMs ??= nowMs;
    this.failures += 1;
    if (this.isTold || nowMs - this.sinceMs < TOLD_AFTER_MS) return false;
    this.isTold = true;
    return true;
  }

  /** Records that the connection is back. Returns whether to report it. */
  end(): boolean {
    const { isTold } = this;
    this.sinceMs = undefined;
    this.failures = 0;
    this.isTold = false;
    return isTold;
  }

  /** Bounded exponential backoff with jitter, so that replicas don't reconnect in step. */
  get waitMs(): number {
    const longest = Math.min(FIRST_WAIT_MS * 2 ** (this.failures - 1), LONGEST_WAIT_MS);
    return longest * (0.5 + Math.random() / 2);
  }
}
