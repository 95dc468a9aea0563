import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { RETRIES } from '../../../core/queues/index.js';
import { EventPublisherService, type PublishedEvent, eventBody } from '../../../core/events/index.js';

/** Webhooks get the events of their organization, and public events. */
const CONCERNS = `(event."organizationId" = webhook.organization_id or (event."organizationId" is null and event."clientId" is null))
  and (webhook.event_types is null or event.type = any(webhook.event_types))`;

/** Queues events for the webhooks that subscribe to them, in the transaction that assigns their positions. */
@Injectable()
export class WebhookFanOutService {
  constructor(publisher: EventPublisherService) {
    publisher.onPublish((em, events) => this.queue(em, events));
  }

  private async queue(em: EntityManager, events: readonly PublishedEvent[]): Promise<void> {
    const given = JSON.stringify(events.map((event) => ({ ...event, body: eventBody(event) })));
    // Locks in a fixed order, to avoid deadlocks.
    const webhooks = await em.execute<{ id: string }[]>(
      `select id from webhooks as webhook where disabled_reason is null
         and exists (
           select 1 from jsonb_to_recordset(?::jsonb) as event (type text, "organizationId" text, "clientId" text) where ${CONCERNS}
         )
       order by id for no key update`,
      [given],
    );
    if (webhooks.length === 0) return;
    const ids = JSON.stringify(webhooks.map(({ id }) => id));
    await em.execute(
      `with wanted as (
         select webhook.id as webhook_id, event.* from webhooks as webhook
           join jsonb_to_recordset(?::jsonb) as event (id text, type text, "organizationId" text, "clientId" text, position bigint, body text)
             on ${CONCERNS}
         where webhook.id in (select jsonb_array_elements_text(?::jsonb))
       ), messages as (
         insert into webhook_messages (id, type, body, created_at) select distinct id, type, body, now() from wanted
       ), due as (
         update webhooks set due_at = now() where due_at is null and id in (select webhook_id from wanted)
       ) insert into webhook_deliveries (webhook_id, message_id, position, status, retries_left, next_attempt_at)
         select webhook_id, id, position, 'pending', ?, now() from wanted`,
      [given, ids, RETRIES],
    );
  }
}
