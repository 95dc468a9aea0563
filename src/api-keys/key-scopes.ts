import type { ClientScope } from '../clients/client-scope.types.js';
import { Problem } from '../common/problems/problem.js';
import { KEY_SCOPES, type KeyScope } from './key-scope.types.js';

/**
 * The scopes of a key: those that are wanted, or all that its client can give.
 * @throws Problem forbidden for a scope that the client lacks.
 */
export function scopesWithin(clientScopes: readonly ClientScope[], wanted?: KeyScope[] | null): KeyScope[] {
  const possible = KEY_SCOPES.filter((scope) => clientScopes.includes(scope));
  const beyond = wanted?.find((scope) => !possible.includes(scope));
  if (beyond !== undefined)
    throw new Problem('forbidden', { detail: `The client itself lacks the scope ${beyond}.` });
  return wanted ?? possible;
}
