import { Module } from '@nestjs/common';
import { EventPublisherService } from './event-publisher.service.js';
import { EventsService } from './events.service.js';

/** For features that announce events or listen to them. */
@Module({
  providers: [EventsService, EventPublisherService],
  exports: [EventsService, EventPublisherService],
})
export class EventsModule {}
