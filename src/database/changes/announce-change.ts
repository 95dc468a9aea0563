import type { EntityManager } from '@mikro-orm/postgresql';
import { type Change, CHANGES_CHANNEL } from './change.types.js';

const announced = new WeakMap<object, Change[]>();

/**
 * Tells every process that shares the database of a change, once the present transaction commits; this process knows
 * before `transactional` returns.
 * @throws Error outside of a transaction: the announcement could arrive before the change.
 */
export async function announceChange(em: EntityManager, change: Change): Promise<void> {
  const transaction = em.getTransactionContext<object>();
  if (!transaction) throw new Error('A change is announced in the transaction that makes it.');
  announced.set(transaction, [...(announced.get(transaction) ?? []), change]);
  await em.execute('select pg_notify(?, ?)', [CHANGES_CHANNEL, `${change.kind}:${change.id}`]);
}

/** What was announced in a transaction. */
export function announcedIn(transaction: object): Change[] {
  return announced.get(transaction) ?? [];
}
