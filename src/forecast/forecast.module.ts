import { RunCatalogueModule } from '../store/nest/index.js';
import { Module } from '@nestjs/common';
import { FeatureSet } from '../core/features/index.js';
import { MetricCatalogue } from '../weather/metrics/index.js';
import { MetricsModule } from '../core/telemetry/index.js';
import { UsageModule } from '../usage/index.js';
import { AnswerMetrics } from './answer/answer-metrics.js';
import { CatalogueController } from './catalogue/catalogue.controller.js';
import { ForecastController } from './forecast.controller.js';
import { ForecastService } from './forecast.service.js';

@Module({
  imports: [UsageModule, RunCatalogueModule, MetricsModule],
  controllers: [ForecastController, CatalogueController],
  providers: [
    ForecastService,
    AnswerMetrics,
    {
      provide: MetricCatalogue,
      useFactory: ({ metrics }: FeatureSet) => metrics,
      inject: [FeatureSet],
    },
  ],
  exports: [ForecastService],
})
export class ForecastModule {}
