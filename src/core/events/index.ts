export { EventPublisherService, PUBLISHED_COLUMNS } from './event-publisher.service.js';
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
