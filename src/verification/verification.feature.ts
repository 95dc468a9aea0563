import { defineFeature } from '../core/features/index.js';
import { retain } from '../core/retention/index.js';
import { DAY_MS } from '../core/time/index.js';
import { AccuracyModule } from './accuracy/accuracy.module.js';
import { MOST_DAYS } from './accuracy/accuracy.dto.js';
import { Migration20261128190000 } from './migrations/Migration20261128190000.js';
import { Migration20261129010000 } from './migrations/Migration20261129010000.js';
import { Migration20261129020000 } from './migrations/Migration20261129020000.js';
import { Migration20261129030000 } from './migrations/Migration20261129030000.js';
import { KEPT_STATES } from './state/verification-states.service.js';
import {
  PublishedState,
  StationBiases,
  StationChecks,
  StationForecasts,
  VerifiedDay,
  VerifiedRun,
  VerifiedSums,
} from './store/verification.entities.js';
import { PARTS } from './store/tiles.js';
import { VERIFIED_DAYS } from './verification.service.js';

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

export const VERIFICATION_FEATURE = defineFeature({
  name: 'verification',
  module: AccuracyModule,
  dashboard: [
    {
      path: '/accuracy',
      title: 'Accuracy',
      icon: 'chart-line',
      order: 65,
      isListed: ({ accuracy }) => accuracy !== 'off',
    },
  ],
  entities: [
    VerifiedRun,
    StationForecasts,
    VerifiedDay,
    VerifiedSums,
    StationChecks,
    StationBiases,
    PublishedState,
  ],
  migrations: [
    Migration20261128190000,
    Migration20261129010000,
    Migration20261129020000,
    Migration20261129030000,
  ],
  retention: [
    // A run is verified for five days after its start.
    retain(VerifiedRun, { ended: (now) => ({ run: { $lt: daysBefore(now, 2 * VERIFIED_DAYS) } }) }),
    retain(StationForecasts, { ended: (now) => ({ day: { $lt: daysBefore(now, VERIFIED_DAYS) } }) }),
    retain(VerifiedDay, { ended: (now) => ({ day: { $lt: daysBefore(now, VERIFIED_DAYS + 1) } }) }),
    retain(VerifiedSums, { ended: (now) => ({ day: { $lt: daysBefore(now, MOST_DAYS + 1) } }) }),
    // By number rather than age: after a gap of some days, learning goes on from the newest ones.
    retain(StationBiases, { most: [{ rows: (VERIFIED_DAYS + 1) * PARTS, by: 'day' }] }),
    retain(PublishedState, { most: [{ rows: KEPT_STATES, by: 'number' }] }),
    retain(StationChecks, { ended: (now) => ({ day: { $lt: daysBefore(now, VERIFIED_DAYS + 1) } }) }),
  ],
});
