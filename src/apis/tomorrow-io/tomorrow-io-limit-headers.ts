import type { LimitHeaders } from '../../usage/index.js';

/** Entries of the structured headers: `"hour";q=5000;w=3600`, `"organization-hour";r=4711;t=208`. */
const LIMITS = /"(?:organization-)?([a-z]+)";q=(\d+)/g;
const REMAINDERS = /"(?:organization-)?([a-z]+)";r=(\d+)/g;

/**
 * Limits as whole numbers, as Tomorrow.io's clients expect them; the smaller one if the organization has a limit, too.
 */
export const TOMORROW_IO_LIMITS: LimitHeaders = {
  documented: {
    'X-RateLimit-Limit-second': { description: 'Requests per second, if limited.', example: 10 },
    'X-RateLimit-Limit-minute': { description: 'Requests per minute, if limited.', example: 300 },
    'X-RateLimit-Limit-hour': { description: 'Units per hour, if limited.', example: 5000 },
    'X-RateLimit-Limit-day': { description: 'Units per UTC day, if limited.', example: 50_000 },
    'X-RateLimit-Remaining-second': { description: 'What remains of the second.', example: 9 },
    'X-RateLimit-Remaining-minute': { description: 'What remains of the minute.', example: 299 },
    'X-RateLimit-Remaining-hour': { description: 'What remains of the hour.', example: 4999 },
    'X-RateLimit-Remaining-day': { description: 'What remains of the UTC day.', example: 49_312 },
  },
  write: (policy, state) => ({
    ...smallest('x-ratelimit-limit-', policy.matchAll(LIMITS)),
    ...smallest('x-ratelimit-remaining-', state.matchAll(REMAINDERS)),
  }),
};

function smallest(prefix: string, matches: Iterable<RegExpExecArray>): Record<string, number> {
  const headers: Record<string, number> = {};
  for (const [, window, count] of matches)
    headers[prefix + window] = Math.min(headers[prefix + window] ?? Infinity, Number(count));
  return headers;
}
