export { EventPublisherService } from './event-publisher.service.js';
export {
  type Announcement,
  eventBody,
  EVENTS_KEPT_DAYS,
  PUBLISHED_CHANNEL,
  PUBLISHED_COLUMNS,
  type PublishedEvent,
} from './event.js';
export { Event } from './event.entity.js';
export { EventsModule } from './events.module.js';
export { EventsService } from './events.service.js';
export { EventHandling } from './listeners/event-handling.entity.js';
export { EventListener } from './listeners/event-listener.entity.js';
export {
  type ListenerOptions,
  OnServiceEvent,
  type ServiceEvent,
} from './listeners/on-service-event.decorator.js';
