import type { ScopeHolder } from './feature-choices.js';

/** A client has scopes for itself and for its keys. */
export const CLIENT_HOLDERS: readonly ScopeHolder[] = ['key', 'client'];
