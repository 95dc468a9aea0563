import type { ScopeHolder } from './feature.types.js';

/** A client has scopes for itself and for its keys. */
export const CLIENT_HOLDERS: readonly ScopeHolder[] = ['key', 'client'];
