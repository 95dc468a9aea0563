import { type BackOff, backOffMs } from '../../time/back-off.js';

/** With jitter, so that replicas don't reconnect in step. */
const WAITS: BackOff = { firstMs: 250, longestMs: 5_000, jitter: 1 };
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

  get waitMs(): number {
    return backOffMs(WAITS, this.failures - 1);
  }
}
