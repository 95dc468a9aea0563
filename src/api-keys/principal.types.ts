import type { RateLimits } from '../config/configuration.js';
import type { ScopeName } from '../features/names.types.js';

/** Whose key a request has, also where the key no longer works: what is refused is metered as theirs. */
export interface KeyOwner {
  readonly keyId: string;
  readonly clientId: string;
  /** The account that created the client. */
  readonly accountId: string;
  readonly organizationId: string;
  /** Of all clients of the organization together; undefined where it has none. */
  readonly organizationLimits?: RateLimits;
  readonly rateLimits: RateLimits;
}

/** Who a verified API key stands for. */
export interface Principal extends KeyOwner {
  /** Those that both the key and its client have. */
  readonly scopes: readonly ScopeName[];
  /** When the key stops working unless it changes: as it expires, or a rotated one's overlap ends; Infinity for never. */
  readonly endsAtMs: number;
  /** Whether the key works from an address; undefined: from everywhere. */
  readonly allows?: (address: string) => boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the API key guard as soon as the key is known to be, or to have been, one of ours. */
    keyOwner?: KeyOwner;
    /** Set by the API key guard once the key works, from this address and for this route. */
    principal?: Principal;
  }
}
