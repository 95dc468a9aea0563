import { RepeatedWork } from '../../../core/background/index.js';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';

const DELIVERIES_KEPT_DAYS = 14;
/** Keeps transactions short. */
const MOST_AT_ONCE = 1_000;
const OLD = `select id from webhook_messages as message
  where created_at < now() - make_interval(days => ?) and not exists
    (select 1 from webhook_deliveries where message_id = message.id and status = 'pending')
  order by created_at, id limit ?`;
const OLD_PARAMETERS = [DELIVERIES_KEPT_DAYS, MOST_AT_ONCE];

/** Deletes events that are too old to be listed, with their deliveries, unless a delivery is pending. */
@Injectable()
export class OldDeliveriesSweeper extends RepeatedWork {
  protected readonly intervalMs = 60_000;

  constructor(private readonly entityManager: EntityManager) {
    super();
  }

  /** Returns the number of deleted events. */
  async work(): Promise<number> {
    const { length } = await this.entityManager.transactional(async (em) => {
      // Deletes their deliveries, too, and whoever ends a delivery locks its webhook first.
      await em.execute(
        `select 1 from webhooks where id in (
           select webhook_id from webhook_deliveries where message_id in (${OLD})
         ) order by id for no key update`,
        OLD_PARAMETERS,
      );
      return em.execute<unknown[]>(
        `delete from webhook_messages where id in (${OLD} for update skip locked) returning id`,
        OLD_PARAMETERS,
      );
    });
    if (length === MOST_AT_ONCE) this.hurry();
    return length;
  }
}
