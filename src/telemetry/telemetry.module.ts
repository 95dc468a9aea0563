import { Module } from '@nestjs/common';
import { RunCatalogueModule } from '../model-store/catalogue/run-catalogue.module.js';
import { MetricsController } from './metrics.controller.js';
import { ClockMetrics } from './metrics/clock-metrics.js';
import { ConnectionMetrics } from './metrics/connection-metrics.js';
import { DatabaseMetrics } from './metrics/database-metrics.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { ProcessMetrics } from './metrics/process-metrics.js';
import { RequestMetrics } from './metrics/request-metrics.js';
import { RunMetrics } from './metrics/run-metrics.js';
import { RunSharingMetrics } from './metrics/run-sharing-metrics.js';
import { TracingService } from './tracing/tracing.service.js';

/** The metrics and traces of every process. Features add their own metrics. */
@Module({
  imports: [MetricsModule, RunCatalogueModule],
  controllers: [MetricsController],
  providers: [
    ProcessMetrics,
    ClockMetrics,
    DatabaseMetrics,
    RequestMetrics,
    ConnectionMetrics,
    RunMetrics,
    RunSharingMetrics,
    TracingService,
  ],
})
export class TelemetryModule {}
