const MINUTE_S = 60;
const HOUR_S = 3_600;

/** How long to wait before each retry: a delivery is given up after three days. */
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
/** So that endpoints that failed together are not tried together. */
const JITTER = 0.2;
const LONGEST_RETRY_AFTER_S = 24 * HOUR_S;

export const RETRIES = WAITS_S.length;

/**
 * How long to wait after a failure.
 * @param retriesLeft before this one, at least 1
 * @param retryAfterS how long the endpoint asked to wait at least
 */
export function retryWaitS(retriesLeft: number, retryAfterS = 0): number {
  const waitS = WAITS_S[RETRIES - retriesLeft] * (1 + JITTER * Math.random());
  return Math.max(waitS, Math.min(retryAfterS, LONGEST_RETRY_AFTER_S));
}

/** The seconds in a header `Retry-After`, which also may be a date; undefined for anything else. */
export function parseRetryAfter(text: string | null, nowMs: number): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const seconds = (Date.parse(text) - nowMs) / 1_000;
  return seconds > 0 ? seconds : undefined;
}
