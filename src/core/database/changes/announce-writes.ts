import type { EntityClass, EventArgs, EventSubscriber, TransactionEventArgs } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Announces on a channel, to every process, that entities were created or updated, as soon as that is committed. If the
 * process ends in between, others find the entities with their next poll.
 */
export function announceWrites(em: EntityManager, entities: EntityClass<object>[], channel: string): void {
  const writers = new WeakSet<object>();
  const note = (args: EventArgs<object>) => void writers.add(args.em);
  const subscriber: EventSubscriber<object> = {
    getSubscribedEntities: () => entities,
    afterCreate: note,
    afterUpdate: note,
    afterTransactionCommit(args: TransactionEventArgs): void {
      if (!writers.delete(args.em)) return;
      // A connection of its own: the transaction has ended.
      void em
        .getConnection()
        .execute('select pg_notify(?, ?)', [channel, ''])
        .catch(() => undefined);
    },
  };
  em.getEventManager().registerSubscriber(subscriber);
}
