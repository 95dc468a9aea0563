import type { RateLimits } from '../../core/config/index.js';
import { type Consumption, remainingOf, resetSecondsOf, WINDOW_SECONDS, WINDOWS } from './client-limits.js';

/** Cached by object, since a verified key's limits stay the same object from one request to the next. */
const policies = new WeakMap<RateLimits, string>();

/** Returns `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers): the windows that are set; empty without any. */
export function policyText(limits: RateLimits, prefix = ''): string {
  let text = policies.get(limits);
  if (text === undefined) {
    text = WINDOWS.filter((window) => limits[window] !== null)
      .map((window) => `"${prefix}${window}";q=${limits[window]};w=${WINDOW_SECONDS[window]}`)
      .join(', ');
    policies.set(limits, text);
  }
  return text;
}

/** Returns `RateLimit`: what remains of each window that is set, and when it resets. */
export function stateText(limits: RateLimits, consumption: Consumption, nowMs: number, prefix = ''): string {
  let text = '';
  for (const window of WINDOWS) {
    const limit = limits[window];
    if (limit === null) continue;
    const remaining = remainingOf(consumption, window, limit, nowMs);
    const resetSeconds = resetSecondsOf(consumption, window, limit, nowMs);
    text += `${text === '' ? '' : ', '}"${prefix}${window}";r=${remaining};t=${resetSeconds}`;
  }
  return text;
}
