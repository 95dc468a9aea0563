import type { RateLimits } from '../../config/configuration.js';
import { type Consumption, remainingOf, resetSecondsOf, WINDOW_SECONDS, WINDOWS } from './client-limits.js';

/** Before the windows of an organization, beside those of its client. */
export const ORGANIZATION_PREFIX = 'organization-';

/** Limits belong to a verified key and stay the same object from one request to the next. */
const policies = new WeakMap<RateLimits, string>();

/** `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers): the windows that are set; empty where there is none. */
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

/** `RateLimit`: what is left of each window that is set, and when it is whole again. */
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
