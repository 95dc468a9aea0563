import { Module } from '@nestjs/common';
import { MetricsService } from './metrics.service.js';

/** For every feature that tells numbers about itself. */
@Module({ providers: [MetricsService], exports: [MetricsService] })
export class MetricsModule {}
