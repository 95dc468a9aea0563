import { defineEntity, p } from '@mikro-orm/core';
import type { EventType } from '../../features/names.types.js';

/** A method that handles each event of a type once, whichever process runs it. */
const EventListenerSchema = defineEntity({
  name: 'EventListener',
  tableName: 'event_listeners',
  properties: {
    name: p.text().primary(),
    type: p.text().$type<EventType>(),
    /** The position up to which events are queued for it. */
    position: p.bigint('number'),
  },
});

export class EventListener extends EventListenerSchema.class {}
EventListenerSchema.setClass(EventListener);
