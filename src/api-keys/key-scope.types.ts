import type { ClientScope } from '../clients/client-scope.types.js';

/** What a key may do; the other scopes of a client are for its own credentials. */
export const KEY_SCOPES = ['forecast:read', 'forecast:batch'] as const satisfies ClientScope[];
export type KeyScope = (typeof KEY_SCOPES)[number];
