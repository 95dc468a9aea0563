import type { RateLimits } from '../config/configuration.js';
import type { Change } from '../database/changes/change.types.js';
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

const DEPENDS_BY: Partial<Record<string, keyof KeyOwner>> = {
  api_key: 'keyId',
  client: 'clientId',
  account: 'accountId',
  organization: 'organizationId',
};

/** Whether what is known about a key depends on what has changed: the key, its client, its account or its organization. */
export function dependsOn(owner: KeyOwner, { kind, id }: Change): boolean {
  const member = DEPENDS_BY[kind];
  return member !== undefined && owner[member] === id;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the API key guard as soon as the key is known to be, or to have been, one of ours. */
    keyOwner?: KeyOwner;
    /** Set by the API key guard once the key works, from this address and for this route. */
    principal?: Principal;
  }
}
