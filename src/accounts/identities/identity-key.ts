import type { IdentityClaims } from './identity-claims.types.js';

/** By what an identity is found: the same issuer and subject are somebody else's where another organization vouches. */
export function identityKey({ issuer, subject, organizationId = undefined }: IdentityClaims) {
  return { issuer, subject, organizationId: organizationId ?? null };
}
