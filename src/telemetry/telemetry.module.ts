import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest/ingest.module.js';
import { RunCatalogueModule } from '../model-store/catalogue/run-catalogue.module.js';
import { MetricsController } from './metrics.controller.js';
import { ClockMetrics } from './metrics/clock-metrics.js';
import { ConnectionMetrics } from './metrics/connection-metrics.js';
import { DatabaseMetrics } from './metrics/database-metrics.js';
import { IngestMetrics } from './metrics/ingest-metrics.js';
import { MetricsService } from './metrics/metrics.service.js';
import { ProcessMetrics } from './metrics/process-metrics.js';
import { RequestMetrics } from './metrics/request-metrics.js';
import { RunMetrics } from './metrics/run-metrics.js';
import { RunSharingMetrics } from './metrics/run-sharing-metrics.js';
import { TracingService } from './tracing/tracing.service.js';

/** What every process of the service tells about itself. */
@Module({
  imports: [IngestModule, RunCatalogueModule],
  controllers: [MetricsController],
  providers: [
    MetricsService,
    ProcessMetrics,
    ClockMetrics,
    DatabaseMetrics,
    RequestMetrics,
    ConnectionMetrics,
    RunMetrics,
    RunSharingMetrics,
    IngestMetrics,
    TracingService,
  ],
  exports: [MetricsService],
})
export class TelemetryModule {}
