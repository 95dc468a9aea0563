import { RunCatalogueModule } from '../../store/nest/index.js';
import { Module } from '@nestjs/common';
import {
  ClockMetrics,
  ConnectionMetrics,
  DatabaseMetrics,
  MetricsController,
  MetricsModule,
  ProcessMetrics,
  RequestMetrics,
  TracingService,
} from '../../core/telemetry/index.js';
import { RunMetrics } from './run-metrics.js';
import { RunSharingMetrics } from './run-sharing-metrics.js';

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
