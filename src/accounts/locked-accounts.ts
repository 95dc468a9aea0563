import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { type Actor, Problem } from '../core/http/index.js';
import { Account } from './account.entity.js';

export const LAST_ADMINISTRATOR = {
  conflict: 'This is the last administrator. Make another account an administrator first.',
};

/** Locks the account for update until the transaction ends. */
export async function lockAccount(em: EntityManager, accountId: string): Promise<Account> {
  const account = await em.findOne(
    Account,
    { id: accountId, deletedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  return account ?? throwMissing(accountId);
}

/**
 * Locks the account together with all active administrators, in a fixed order. If two administrators demote each other
 * at the same time, the second finds that it no longer is one.
 * @throws Problem forbidden if the actor is no longer an administrator, and conflict if none would be left without the
 * account
 */
export async function lockAccountToLose(
  em: EntityManager,
  accountId: string,
  actor: Actor,
): Promise<Account> {
  const locked = await em.find(
    Account,
    { deletedAt: null, $or: [{ id: accountId }, { role: 'admin', status: 'active' }] },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
  );
  const administrators = locked.filter(({ role, status }) => role === 'admin' && status === 'active');
  if (actor.accountId !== accountId && !administrators.some(({ id }) => id === actor.accountId)) {
    throw new Problem('forbidden', { detail: 'Only administrators can do this.' });
  }
  if (administrators.length === 1 && administrators[0].id === accountId) {
    throw new Problem('conflict', { detail: LAST_ADMINISTRATOR.conflict });
  }
  return locked.find(({ id }) => id === accountId) ?? throwMissing(accountId);
}

export function throwMissing(accountId: string): never {
  throw new Problem('not_found', { detail: `There is no account ${accountId}.` });
}
