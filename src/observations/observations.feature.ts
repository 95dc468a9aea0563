import { defineFeature } from '../core/features/index.js';
import { retain } from '../core/retention/index.js';
import { DAY_MS } from '../core/time/index.js';
import { Migration20261128170000 } from './migrations/Migration20261128170000.js';
import { Migration20261129035000 } from './migrations/Migration20261129035000.js';
import { ObservationBlock } from './reports/observation-block.entity.js';
import { ObservationSourceState } from './reports/observation-source-state.entity.js';
import { REPORT_DAYS, STATION_DAYS } from './reports/observation-store.service.js';
import { ObservationStation } from './reports/observation-station.entity.js';
import { StationsModule } from './stations/stations.module.js';

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

export const OBSERVATIONS_FEATURE = defineFeature({
  name: 'observations',
  module: StationsModule,
  entities: [ObservationSourceState, ObservationStation, ObservationBlock],
  migrations: [Migration20261128170000, Migration20261129035000],
  retention: [
    retain(ObservationStation, { ended: (now) => ({ seenOn: { $lt: daysBefore(now, STATION_DAYS) } }) }),
    retain(ObservationBlock, { ended: (now) => ({ hour: { $lt: daysBefore(now, REPORT_DAYS) } }) }),
  ],
});
