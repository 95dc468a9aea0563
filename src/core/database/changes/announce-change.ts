import type { EntityManager } from '@mikro-orm/postgresql';

/** A change that may invalidate cached data. */
export interface Change {
  /** The kind of thing that changed, such as `client`. */
  kind: string;
  id: string;
}

/** A holder of cached data. */
export interface ChangeListener {
  changed(change: Change): void;
  /** Changes may have been missed: everything cached must be dropped. */
  missed(): void;
}

/** The PostgreSQL notification channel. Its payloads are `<kind>:<id>`. */
export const CHANGES_CHANNEL = 'weather_changes';

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
