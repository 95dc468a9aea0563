import { Module } from '@nestjs/common';
import { MetricsService } from './metrics.service.js';

/** For every feature that exports metrics. */
@Module({ providers: [MetricsService], exports: [MetricsService] })
export class MetricsModule {}
