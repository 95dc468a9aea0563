import { Module } from '@nestjs/common';
import { EventPublisherService } from './event-publisher.service.js';
import { EventsService } from './events.service.js';

/** For whoever announces events, or does something about each. */
@Module({
  providers: [EventsService, EventPublisherService],
  exports: [EventsService, EventPublisherService],
})
export class EventsModule {}
