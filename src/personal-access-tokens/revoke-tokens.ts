import type { EntityManager } from '@mikro-orm/postgresql';
import { PersonalAccessToken } from './personal-access-token.entity.js';

/** The tokens of an account that work. */
export function activeOf(accountId: string, now: Date) {
  return { account: accountId, revokedAt: null, expiresAt: { $gt: now } };
}

/** All of them: whoever took the account over may have made them. */
export async function revokeTokens(em: EntityManager, accountId: string): Promise<void> {
  const now = new Date();
  await em.nativeUpdate(PersonalAccessToken, activeOf(accountId, now), { revokedAt: now });
}
