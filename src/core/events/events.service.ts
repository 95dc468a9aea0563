import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { newId } from '../http/identifier.js';
import { type Announcement, ANNOUNCED_CHANNEL } from './event.js';

/** Lets features announce events to callers. */
@Injectable()
export class EventsService {
  /**
   * Inserts events in the transaction that causes them, so that they are published if and only if it commits.
   * @returns the `once` of each inserted event; an event whose `once` is already stored is skipped
   * @throws Error outside of a transaction
   */
  async announce(em: EntityManager, ...announcements: Announcement[]): Promise<(string | null)[]> {
    if (!em.isInTransaction()) throw new Error('An event is announced in the transaction that causes it.');
    if (announcements.length === 0) return [];
    const rows = announcements.map(({ type, organization, client, everyone, data, once }) => {
      // Not every feature is compiled: what belongs to one organization must not become public by a forgotten member.
      if ((organization === undefined) === (everyone !== true))
        throw new Error(`The event ${type} needs an owner: { organization } or { everyone: true }.`);
      const [organization_id, client_id] = [organization, client].map(idOf);
      return { id: newId('evt'), type, organization_id, client_id, data, once };
    });
    const announced = await em.execute<{ once: string | null }[]>(
      `with announced as (
         insert into announced_events (id, type, organization_id, client_id, data, once, created_at)
         select id, type, organization_id, client_id, data, once, now()
         from jsonb_to_recordset(?::jsonb)
           as given (id text, type text, organization_id text, client_id text, data jsonb, once text)
         order by once, id
         on conflict (once) do nothing returning once
       ) select once, pg_notify(?, '') from announced`,
      [JSON.stringify(rows), ANNOUNCED_CHANNEL],
    );
    return announced.map(({ once }) => once);
  }
}

function idOf(of: string | { id: string } | undefined): string | undefined {
  return typeof of === 'object' ? of.id : of;
}
