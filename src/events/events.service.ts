import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { newId } from '../common/identifier.js';
import { type Announcement, ANNOUNCED_CHANNEL } from './event.types.js';

/** The way for features to tell callers that something happened. */
@Injectable()
export class EventsService {
  /**
   * Announces an event in the transaction that causes it, so that it is told if and only if the change is kept.
   * @throws Error outside of a transaction
   */
  async announce(
    em: EntityManager,
    { type, organizationId, clientId, data, once }: Announcement,
  ): Promise<void> {
    if (!em.isInTransaction()) throw new Error('An event is announced in the transaction that causes it.');
    await em.execute(
      `with announced as (
         insert into announced_events (id, type, organization_id, client_id, data, once, created_at)
         values (?, ?, ?, ?, ?::jsonb, ?, now())
         on conflict (once) do nothing returning 1
       ) select pg_notify(?, '') from announced`,
      [
        newId('evt'),
        type,
        organizationId ?? null,
        clientId ?? null,
        JSON.stringify(data),
        once ?? null,
        ANNOUNCED_CHANNEL,
      ],
    );
  }
}
