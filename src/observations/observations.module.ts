import { Module } from '@nestjs/common';
import { MetricsModule } from '../core/telemetry/index.js';
import { ObservationFetchService } from './fetch/observation-fetch.service.js';
import { ObservationStoreService } from './reports/observation-store.service.js';
import { ObservationsService } from './reports/observations.service.js';
import { ObservationMetrics } from './status/observation-metrics.js';
import { ObservationStatusService } from './status/observation-status.service.js';

/** Station reports: read from their sources, stored, and read by every process. */
@Module({
  imports: [MetricsModule],
  providers: [
    ObservationStoreService,
    ObservationsService,
    ObservationFetchService,
    ObservationStatusService,
    ObservationMetrics,
  ],
  exports: [ObservationsService, ObservationFetchService, ObservationStatusService],
})
export class ObservationsModule {}
