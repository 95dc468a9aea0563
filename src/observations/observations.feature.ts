import { defineFeature } from '../core/features/index.js';
import { retain } from '../core/retention/index.js';
import { DAY_MS } from '../core/time/index.js';
import { Migration20261128170000 } from './migrations/Migration20261128170000.js';
import { ObservationBlock } from './reports/observation-block.entity.js';
import { ObservationSourceState } from './reports/observation-source-state.entity.js';
import { KEPT_DAYS } from './reports/observation-store.service.js';
import { ObservationStation } from './reports/observation-station.entity.js';
import { StationsModule } from './stations/stations.module.js';

const keptFrom = (now: Date) => new Date(now.getTime() - KEPT_DAYS * DAY_MS);

export const OBSERVATIONS_FEATURE = defineFeature({
  name: 'observations',
  module: StationsModule,
  entities: [ObservationSourceState, ObservationStation, ObservationBlock],
  migrations: [Migration20261128170000],
  retention: [
    retain(ObservationStation, { ended: (now) => ({ seenOn: { $lt: keptFrom(now) } }) }),
    retain(ObservationBlock, { ended: (now) => ({ hour: { $lt: keptFrom(now) } }) }),
  ],
});
