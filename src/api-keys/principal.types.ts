import type { RateLimits } from '../config/configuration.js';
import type { KeyScope } from './key-scope.types.js';

/** Who a verified API key stands for. */
export interface Principal {
  keyId: string;
  clientId: string;
  accountId: string;
  /** Those that both the key and its client have. */
  scopes: readonly KeyScope[];
  /** Addresses and ranges from which the key works; empty: from everywhere. */
  allowedIps: readonly string[];
  rateLimits: RateLimits;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the API key guard. */
    principal?: Principal;
  }
}
