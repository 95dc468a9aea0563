import { Problem } from '../common/problems/problem.js';
import type { RateLimits } from '../config/configuration.js';

const WINDOWS = ['second', 'minute', 'hour', 'day'] as const;

/** The windows that a request names; a member that it leaves out is undefined in the validated body. */
export function givenLimits(asked: Partial<RateLimits>): Partial<RateLimits> {
  return Object.fromEntries(Object.entries(asked).filter(([, limit]) => limit !== undefined));
}

/**
 * The limits that a member asks for; a window that they leave out stays as it is.
 * @throws Problem forbidden where a limit is above its ceiling, or is left out under one.
 */
export function withinCeiling(
  asked: Partial<RateLimits>,
  ceiling: RateLimits,
  present: RateLimits = ceiling,
): RateLimits {
  const limits = { ...present };
  for (const window of WINDOWS) {
    const limit = asked[window];
    if (limit === undefined) continue;
    const highest = ceiling[window];
    if (highest !== null && (limit === null || limit > highest)) {
      throw new Problem('forbidden', {
        detail: `The limit for a ${window} may be at most ${highest}; only an administrator can raise it.`,
      });
    }
    limits[window] = limit;
  }
  return limits;
}
