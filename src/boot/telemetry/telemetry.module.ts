import { Module } from '@nestjs/common';
import { RunCatalogueModule } from '../../store/catalogue/run-catalogue.module.js';
import { MetricsController } from '../../core/telemetry/metrics.controller.js';
import { ClockMetrics } from '../../core/telemetry/metrics/clock-metrics.js';
import { ConnectionMetrics } from '../../core/telemetry/metrics/connection-metrics.js';
import { DatabaseMetrics } from '../../core/telemetry/metrics/database-metrics.js';
import { MetricsModule } from '../../core/telemetry/metrics/metrics.module.js';
import { ProcessMetrics } from '../../core/telemetry/metrics/process-metrics.js';
import { RequestMetrics } from '../../core/telemetry/metrics/request-metrics.js';
import { RunMetrics } from './run-metrics.js';
import { RunSharingMetrics } from './run-sharing-metrics.js';
import { TracingService } from '../../core/telemetry/tracing/tracing.service.js';

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
