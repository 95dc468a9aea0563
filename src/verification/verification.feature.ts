import { defineFeature } from '../core/features/index.js';
import { retain } from '../core/retention/index.js';
import { DAY_MS } from '../core/time/index.js';
import { AccuracyModule } from './accuracy/accuracy.module.js';
import { MOST_DAYS } from './accuracy/accuracy.dto.js';
import { Migration20261128190000 } from './migrations/Migration20261128190000.js';
import { Migration20261129010000 } from './migrations/Migration20261129010000.js';
import { Migration20261129020000 } from './migrations/Migration20261129020000.js';
import { Migration20261129030000 } from './migrations/Migration20261129030000.js';
import { Migration20261129040000 } from './migrations/Migration20261129040000.js';
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
import { DAY_HOURS, LONGEST_LEAD_HOURS } from '../weather/verification/index.js';
import { VERIFIED_DAYS } from './verification.service.js';

/** A day is made from what was known at the end of the one before. */
const KEPT_DAYS = VERIFIED_DAYS + 1;
/** Days that a run has hours of. */
const RUN_DAYS = LONGEST_LEAD_HOURS / DAY_HOURS + 1;
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
    Migration20261129040000,
  ],
  retention: [
    retain(VerifiedRun, { ended: (now) => ({ run: { $lt: daysBefore(now, RUN_DAYS + VERIFIED_DAYS) } }) }),
    retain(StationForecasts, { ended: (now) => ({ day: { $lt: daysBefore(now, VERIFIED_DAYS) } }) }),
    retain(VerifiedDay, { ended: (now) => ({ day: { $lt: daysBefore(now, KEPT_DAYS) } }) }),
    retain(VerifiedSums, { ended: (now) => ({ day: { $lt: daysBefore(now, MOST_DAYS) } }) }),
    // By number rather than age: after a gap of some days, learning goes on from the newest ones.
    retain(StationBiases, { most: [{ rows: KEPT_DAYS * PARTS, by: 'day' }] }),
    retain(PublishedState, { most: [{ rows: KEPT_STATES, by: 'number' }] }),
    retain(StationChecks, { ended: (now) => ({ day: { $lt: daysBefore(now, KEPT_DAYS) } }) }),
  ],
});
