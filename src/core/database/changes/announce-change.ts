import type { EntityManager } from '@mikro-orm/postgresql';
import { type Change, CHANGES_CHANNEL } from './change.types.js';

const announced = new WeakMap<object, Change[]>();

/**
 * Announces a change to every process that shares the database, once the current transaction commits. Listeners in this
 * process are called before `transactional` returns.
 * @throws Error outside of a transaction: the announcement could arrive before the change
 */
export async function announceChange(em: EntityManager, change: Change): Promise<void> {
  const transaction = em.getTransactionContext<object>();
  if (!transaction) throw new Error('A change is announced in the transaction that makes it.');
  announced.set(transaction, [...(announced.get(transaction) ?? []), change]);
  await em.execute('select pg_notify(?, ?)', [CHANGES_CHANNEL, `${change.kind}:${change.id}`]);
}

/** Returns the changes announced in a transaction. */
export function announcedIn(transaction: object): Change[] {
  return announced.get(transaction) ?? [];
}
