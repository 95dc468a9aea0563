import type { EntityManager } from '@mikro-orm/postgresql';
import { PersonalAccessToken } from './personal-access-token.entity.js';

/** Selects the active tokens of an account. */
export function activeOf(accountId: string, now: Date) {
  return { account: accountId, revokedAt: null, expiresAt: { $gt: now } };
}

/** Revokes all tokens of an account: whoever took it over may have created them. */
export async function revokeTokens(em: EntityManager, accountId: string): Promise<void> {
  const now = new Date();
  await em.nativeUpdate(PersonalAccessToken, activeOf(accountId, now), { revokedAt: now });
}
