import { defineEntity, p } from '@mikro-orm/core';
import type { EventType } from '../features/names.types.js';

/** An event. It is inserted in the transaction that causes it, and gets its position after that commits. */
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
    /** The organization that the event belongs to; null for a public event. */
    organizationId: p.text().nullable(),
    /** The client that the event is about; null if it concerns the whole organization or everyone. */
    clientId: p.text().nullable(),
    data: p.json<Record<string, unknown>>(),
    /** A key under which the event is stored at most once, whichever process notices it. */
    once: p.text().nullable().unique(),
    /** The position in the total order in which events are published; null until it is assigned. */
    position: p.bigint('number').nullable().unique(),
    createdAt: p.datetime().length(6),
  },
});

export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
