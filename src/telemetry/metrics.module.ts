import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest/ingest.module.js';
import { DatabaseMetrics } from './metrics/database-metrics.js';
import { IngestMetrics } from './metrics/ingest-metrics.js';
import { Metrics } from './metrics/metrics.service.js';
import { ProcessMetrics } from './metrics/process-metrics.js';
import { TracingService } from './tracing/tracing.service.js';

/** What every process of the service tells about itself. */
@Module({
  imports: [IngestModule],
  providers: [Metrics, ProcessMetrics, DatabaseMetrics, IngestMetrics, TracingService],
  exports: [Metrics],
})
export class MetricsModule {}
