import { raw } from '@mikro-orm/postgresql';
import { DAY_MS, before } from '../core/time/index.js';
import { defineFeature } from '../core/features/index.js';
import { retain } from '../core/retention/index.js';
import { EVENTS_KEPT_DAYS, Event, EventHandling, EventListener } from '../core/events/index.js';
import { Migration20261122001100 } from './migrations/Migration20261122001100.js';
import { Migration20261128001100 } from './migrations/Migration20261128001100.js';
import { EventStreamsModule } from './streams/event-streams.module.js';

const idPrefixes = { event: 'evt' } as const;

export const EVENTS_FEATURE = defineFeature({
  name: 'events',
  module: EventStreamsModule,
  entities: [Event, EventListener, EventHandling],
  migrations: [Migration20261122001100, Migration20261128001100],
  retention: [
    retain(Event, {
      // The newest one stays, so that positions keep increasing.
      ended: (now) => ({
        createdAt: { $lt: before(now, EVENTS_KEPT_DAYS * DAY_MS) },
        position: { $lt: raw('(select max(position) from announced_events)') },
      }),
      most: [
        {
          rows: 100_000,
          of: 'organizationId',
          by: 'position',
          // Listeners of the cluster are promised retries.
          where: () => ({
            position: { $ne: null },
            [raw('not exists (select from event_handlings where event_id = "row".id)')]: [],
          }),
        },
      ],
    }),
  ],
  idPrefixes,
  tags: [
    { name: 'Events', description: 'A live stream of changes to model runs, keys, clients and quotas.' },
  ],
});

declare module '../core/features/names.types.js' {
  interface IdPrefixes extends Record<(typeof idPrefixes)[keyof typeof idPrefixes], true> {}
}
