import { Module } from '@nestjs/common';
import { RunCatalogueModule } from '../model-store/run-catalogue.module.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsModule } from './metrics.module.js';
import { RequestMetrics } from './metrics/request-metrics.js';
import { RunMetrics } from './metrics/run-metrics.js';

/** What processes that listen tell besides, and the route on which they are asked. */
@Module({
  imports: [MetricsModule, RunCatalogueModule],
  controllers: [MetricsController],
  providers: [RequestMetrics, RunMetrics],
})
export class TelemetryModule {}
