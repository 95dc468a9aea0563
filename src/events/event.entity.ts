import { defineEntity, p } from '@mikro-orm/core';
import type { EventType } from '../features/names.types.js';

/** What happened. It is written in the transaction that causes it, and takes its place among the others once that is over. */
const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'announced_events',
  indexes: [
    {
      name: 'announced_events_waiting',
      expression:
        'create index "announced_events_waiting" on "announced_events" ("created_at", "id") where "position" is null',
    },
  ],
  properties: {
    id: p.text().primary(),
    type: p.text().$type<EventType>(),
    /** The organization whose event it is; null for everybody's. */
    organizationId: p.text().nullable(),
    /** The client that it is about; null where it concerns the whole organization, or everybody. */
    clientId: p.text().nullable(),
    data: p.json<Record<string, unknown>>(),
    /** What happens at most once, whichever process notices it. */
    once: p.text().nullable().unique(),
    /** Its place in the one order in which everybody is told; null until it has one. */
    position: p.bigint('number').nullable().unique(),
    createdAt: p.datetime().length(6),
  },
});

export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
