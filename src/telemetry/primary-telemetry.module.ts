import { Module } from '@nestjs/common';
import { LimitKeepingModule } from '../usage/limit-keeping.module.js';
import { LimitStoreMetrics } from './metrics/limit-store-metrics.js';
import { MetricsModule } from './metrics.module.js';

/** What the process tells that has workers to answer for it. */
@Module({ imports: [MetricsModule, LimitKeepingModule], providers: [LimitStoreMetrics] })
export class PrimaryTelemetryModule {}
