import { type BackOffTiming } from './schedule-timing.js';

/** The largest fraction by which a wait is lengthened. */
const JITTER = 0.25;

/** Exponential backoff with random jitter. */
export class BackOff {
  private attempts = 0;

  constructor(
    private readonly timing: BackOffTiming,
    private readonly random: () => number,
  ) {}

  /** Returns the next wait in milliseconds. */
  next(): number {
    const { firstMs, longestMs } = this.timing;
    const waitMs = Math.min(firstMs * 2 ** this.attempts, longestMs);
    this.attempts++;
    return lengthen(waitMs, this.random);
  }

  /** Starts over with the first wait. */
  reset(): void {
    this.attempts = 0;
  }
}

/** Lengthens a wait at random, by up to a quarter. */
export function lengthen(waitMs: number, random: () => number): number {
  return Math.round(waitMs * (1 + JITTER * random()));
}
