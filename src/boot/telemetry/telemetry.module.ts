import { Module } from '@nestjs/common';
import { RunCatalogueModule } from '../../store/catalogue/run-catalogue.module.js';
import { MetricsController } from '../../telemetry/metrics.controller.js';
import { ClockMetrics } from '../../telemetry/metrics/clock-metrics.js';
import { ConnectionMetrics } from '../../telemetry/metrics/connection-metrics.js';
import { DatabaseMetrics } from '../../telemetry/metrics/database-metrics.js';
import { MetricsModule } from '../../telemetry/metrics/metrics.module.js';
import { ProcessMetrics } from '../../telemetry/metrics/process-metrics.js';
import { RequestMetrics } from '../../telemetry/metrics/request-metrics.js';
import { RunMetrics } from './run-metrics.js';
import { RunSharingMetrics } from './run-sharing-metrics.js';
import { TracingService } from '../../telemetry/tracing/tracing.service.js';

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
