import type { IdentityClaims } from './identity-claims.types.js';

/**
 * Returns the key of an identity. The same issuer and subject may be a different person if another organization
 * vouches.
 */
export function identityKey({ issuer, subject, organizationId = undefined }: IdentityClaims) {
  return { issuer, subject, organizationId: organizationId ?? null };
}
