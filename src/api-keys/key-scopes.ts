import { Problem } from '../core/http/index.js';
import type { ScopeName } from '../core/features/index.js';

/**
 * Returns the scopes of a key: those that are wanted, or all that its client can give.
 * @param keyScopes the scopes that keys can have at all
 * @throws Problem forbidden for a scope that the client lacks
 */
export function scopesWithin(
  keyScopes: readonly ScopeName[],
  clientScopes: readonly ScopeName[],
  wanted?: ScopeName[] | null,
): ScopeName[] {
  const possible = keyScopes.filter((scope) => clientScopes.includes(scope));
  const beyond = wanted?.find((scope) => !possible.includes(scope));
  if (beyond !== undefined)
    throw new Problem('forbidden', { detail: `The client itself lacks the scope ${beyond}.` });
  return wanted ?? possible;
}
