import type { ScopeHolder } from './feature.types.js';

/** A client, for itself and for its keys. */
export const CLIENT_HOLDERS: readonly ScopeHolder[] = ['key', 'client'];
