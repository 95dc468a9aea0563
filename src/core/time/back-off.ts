/** Waits that double from the first to the longest. */
export interface BackOff {
  firstMs: number;
  longestMs: number;
  /** The largest share by which a wait is lengthened at random, so that many don't try again at the same time. */
  jitter?: number;
}

/**
 * Returns the wait before the next try.
 * @param failures before the last one, in a row
 * @param random 0..1
 */
export function backOffMs(
  { firstMs, longestMs, jitter = 0 }: BackOff,
  failures: number,
  random = Math.random(),
): number {
  return Math.round(Math.min(firstMs * 2 ** failures, longestMs) * (1 + jitter * random));
}
