import type { EntityClass, EventArgs, EventSubscriber, FlushEventArgs } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Announces on a channel, to every process, that entities were created or updated: in the transaction, so that they are
 * told if and only if it commits, or after a flush that has committed by itself.
 */
export function announceWrites(em: EntityManager, entities: EntityClass<object>[], channel: string): void {
  const writers = new WeakSet<object>();
  const note = (args: EventArgs<object>) => void writers.add(args.em);
  const subscriber: EventSubscriber<object> = {
    getSubscribedEntities: () => entities,
    afterCreate: note,
    afterUpdate: note,
    async afterFlush(args: FlushEventArgs): Promise<void> {
      if (!writers.delete(args.em)) return;
      const writer = args.em as EntityManager;
      const announced = writer.execute('select pg_notify(?, ?)', [channel, '']);
      // What is committed already is found by the next poll at the latest.
      await (writer.isInTransaction() ? announced : announced.catch(() => undefined));
    },
  };
  em.getEventManager().registerSubscriber(subscriber);
}
