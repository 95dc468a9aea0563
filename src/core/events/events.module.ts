import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { EventPublisherService } from './event-publisher.service.js';
import { EventsService } from './events.service.js';
import { EventListenersService } from './listeners/event-listeners.service.js';
import { FoundListeners } from './listeners/found-listeners.js';
import { HandlingQueueService } from './listeners/handling-queue.service.js';

/** For features that announce events or listen to them. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    EventsService,
    EventPublisherService,
    FoundListeners,
    HandlingQueueService,
    EventListenersService,
  ],
  exports: [EventsService, EventPublisherService],
})
export class EventsModule {}
