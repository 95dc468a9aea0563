import { Problem, type RequestFault } from '../core/http/index.js';
import type { RateLimits } from '../core/config/index.js';

const WINDOWS = ['second', 'minute', 'hour', 'day'] as const;

/**
 * Returns the limits that a member asks for; windows that they leave out stay unchanged.
 * @throws Problem forbidden that names each limit above its ceiling, or removed despite one
 */
export function withinCeiling(
  asked: Partial<RateLimits>,
  ceiling: RateLimits,
  present: RateLimits = ceiling,
): RateLimits {
  const limits = { ...present };
  const errors: RequestFault[] = [];
  for (const window of WINDOWS) {
    const limit = asked[window];
    if (limit === undefined) continue;
    const highest = ceiling[window];
    if (highest !== null && (limit === null || limit > highest)) {
      errors.push({
        pointer: `/rate_limits/${window}`,
        detail: `The limit per ${window} can be at most ${highest}. Only an administrator can raise it.`,
      });
    }
    limits[window] = limit;
  }
  if (errors.length > 0) throw new Problem('forbidden', { errors });
  return limits;
}
