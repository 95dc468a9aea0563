const MINUTE_S = 60;
const HOUR_S = 3_600;

/** Wait before each retry. A delivery is given up after about three days. */
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
/** Spreads the retries of endpoints that failed together. */
const JITTER = 0.2;
const LONGEST_RETRY_AFTER_S = 24 * HOUR_S;

export const RETRIES = WAITS_S.length;

/**
 * Returns the wait after a failure.
 * @param retriesLeft including this one; at least 1
 * @param retryAfterS minimum that the endpoint asked for
 */
export function retryWaitS(retriesLeft: number, retryAfterS = 0): number {
  const waitS = WAITS_S[RETRIES - retriesLeft] * (1 + JITTER * Math.random());
  return Math.max(waitS, Math.min(retryAfterS, LONGEST_RETRY_AFTER_S));
}

/** Parses `Retry-After`, which is a number of seconds or a date. Returns seconds, or undefined for anything else. */
export function parseRetryAfter(text: string | null, nowMs: number): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const seconds = (Date.parse(text) - nowMs) / 1_000;
  return seconds > 0 ? seconds : undefined;
}
