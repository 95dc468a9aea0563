import { Module } from '@nestjs/common';
import { MetricsModule } from '../core/telemetry/index.js';
import { IngestHeartbeatService } from './status/ingest-heartbeat.service.js';
import { IngestMetrics } from './status/ingest-metrics.js';
import { IngestService } from './schedule/ingest.service.js';
import { IngestStatusesService } from './status/ingest-statuses.service.js';

@Module({
  imports: [MetricsModule],
  providers: [IngestStatusesService, IngestHeartbeatService, IngestMetrics, IngestService],
  exports: [IngestStatusesService, IngestService],
})
export class IngestModule {}
