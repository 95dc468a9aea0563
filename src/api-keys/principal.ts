import type { RateLimits } from '../core/config/index.js';
import type { Change } from '../core/database/index.js';
import type { ScopeName } from '../core/features/index.js';

/** The owner of a request's key, even of one that no longer works: refused requests are metered as theirs. */
export interface KeyOwner {
  readonly keyId: string;
  readonly clientId: string;
  /** The account that created the client. */
  readonly accountId: string;
  readonly organizationId: string;
  /** For all clients of the organization together; undefined if there are none. */
  readonly organizationLimits?: RateLimits;
  readonly rateLimits: RateLimits;
}

/** Who a verified API key stands for. */
export interface Principal extends KeyOwner {
  /** The scopes that both the key and its client have. */
  readonly scopes: readonly ScopeName[];
  /**
   * When the key stops working unless it changes: at its expiry, or when a rotated key's overlap ends; Infinity for
   * never.
   */
  readonly endsAtMs: number;
  /** Returns whether the key works from an address; undefined if it works from all addresses. */
  readonly allows?: (address: string) => boolean;
}

const DEPENDS_BY: Partial<Record<string, keyof KeyOwner>> = {
  api_key: 'keyId',
  client: 'clientId',
  account: 'accountId',
  organization: 'organizationId',
};

/** Returns whether what is known about a key depends on the change: of the key, its client, account or organization. */
export function dependsOn(owner: KeyOwner, { kind, id }: Change): boolean {
  const member = DEPENDS_BY[kind];
  return member !== undefined && owner[member] === id;
}
