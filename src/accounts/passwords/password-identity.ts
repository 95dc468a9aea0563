import { type EntityManager } from '@mikro-orm/postgresql';
import { newId } from '../../core/http/index.js';
import type { Account } from '../account.entity.js';
import { Identity, PASSWORD_ISSUER } from '../identities/identity.entity.js';

/** Returns the hash of the account's password; undefined if it has none. */
export async function passwordHashOf(em: EntityManager, accountId: string): Promise<string | undefined> {
  const password = await em.findOne(
    Identity,
    { issuer: PASSWORD_ISSUER, subject: accountId },
    { refresh: true },
  );
  return password?.secretHash ?? undefined;
}

/** Sets or replaces the account's password. The caller must have locked the account or be creating it. */
export async function setPassword(em: EntityManager, account: Account, passwordHash: string): Promise<void> {
  const password = await em.findOne(Identity, { issuer: PASSWORD_ISSUER, subject: account.id });
  if (password) password.secretHash = passwordHash;
  else addPassword(em, account, passwordHash);
}

export function addPassword(em: EntityManager, account: Account, passwordHash: string): Identity {
  return addIdentity(
    em,
    account,
    { issuer: PASSWORD_ISSUER, subject: account.id, organizationId: null },
    passwordHash,
  );
}

export function addIdentity(
  em: EntityManager,
  account: Account,
  key: Pick<Identity, 'issuer' | 'subject' | 'organizationId'>,
  secretHash: string | null = null,
): Identity {
  return em.create(
    Identity,
    { id: newId('idn'), account, ...key, secretHash, createdAt: new Date() },
    { persist: true },
  );
}
