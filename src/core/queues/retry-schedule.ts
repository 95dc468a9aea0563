const MINUTE_S = 60;
const HOUR_S = 3_600;

/** Wait before each retry. Something is given up after about three days. */
const WAITS_S = [
  5,
  5 * MINUTE_S,
  30 * MINUTE_S,
  2 * HOUR_S,
  5 * HOUR_S,
  10 * HOUR_S,
  14 * HOUR_S,
  20 * HOUR_S,
  24 * HOUR_S,
];
/** Spreads the retries of what failed together. */
const JITTER = 0.2;
const LONGEST_RETRY_AFTER_S = 24 * HOUR_S;

export const RETRIES = WAITS_S.length;

/**
 * Returns the wait after a failure.
 * @param retriesLeft including this one; at least 1
 * @param retryAfterS minimum that the other side asked for
 */
export function retryWaitS(retriesLeft: number, retryAfterS = 0): number {
  const waitS = WAITS_S[RETRIES - retriesLeft] * (1 + JITTER * Math.random());
  return Math.max(waitS, Math.min(retryAfterS, LONGEST_RETRY_AFTER_S));
}
