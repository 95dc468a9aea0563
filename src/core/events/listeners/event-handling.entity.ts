import { defineEntity, p } from '@mikro-orm/core';
import { Event } from '../event.entity.js';
import { EventListener } from './event-listener.entity.js';

/** An event that a listener has not handled yet. */
const EventHandlingSchema = defineEntity({
  name: 'EventHandling',
  tableName: 'event_handlings',
  properties: {
    listener: () => p.manyToOne(EventListener).deleteRule('cascade').primary(),
    event: () => p.manyToOne(Event).deleteRule('cascade').primary().index(),
    /** Counts, too, which process has claimed it. */
    attempts: p.integer().default(0),
    /** When it is due. While a process handles it: when the claim ends. */
    nextAttemptAt: p.datetime().length(3).index(),
  },
});

export class EventHandling extends EventHandlingSchema.class {}
EventHandlingSchema.setClass(EventHandling);
