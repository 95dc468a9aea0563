import { type BackOffTiming } from './schedule-timing.js';

/** The share of a wait by which it is lengthened at most. */
const JITTER = 0.25;

/** Ever longer waits, lengthened at random. */
export class BackOff {
  private attempts = 0;

  constructor(
    private readonly timing: BackOffTiming,
    private readonly random: () => number,
  ) {}

  /** The next wait in milliseconds. */
  next(): number {
    const { firstMs, longestMs } = this.timing;
    const waitMs = Math.min(firstMs * 2 ** this.attempts, longestMs);
    this.attempts++;
    return lengthen(waitMs, this.random);
  }

  /** What was waited for has come. */
  reset(): void {
    this.attempts = 0;
  }
}

/** A wait of up to a quarter more. */
export function lengthen(waitMs: number, random: () => number): number {
  return Math.round(waitMs * (1 + JITTER * random()));
}
