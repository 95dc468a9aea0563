export { EventPublisherService } from './event-publisher.service.js';
export { PUBLISHED_COLUMNS } from './published-columns.js';
export { Event } from './event.entity.js';
export {
  type Announcement,
  EVENTS_KEPT_DAYS,
  PUBLISHED_CHANNEL,
  type PublishedEvent,
  eventBody,
} from './event.js';
export { EventsModule } from './events.module.js';
export { EventsService } from './events.service.js';
export { EventHandling } from './listeners/event-handling.entity.js';
export { EventListener } from './listeners/event-listener.entity.js';
export {
  type ListenerOptions,
  OnServiceEvent,
  type ServiceEvent,
} from './listeners/on-service-event.decorator.js';
