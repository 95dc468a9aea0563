import { RunCatalogueModule } from '../store/nest/index.js';
import { Module } from '@nestjs/common';
import { Configuration } from '../core/config/index.js';
import { FeatureSet } from '../core/features/index.js';
import { MetricCatalogue } from '../weather/metrics/index.js';
import { MetricsModule } from '../core/telemetry/index.js';
import { UsageModule } from '../usage/index.js';
import { AnswerMetrics } from './answer/answer-metrics.js';
import { CatalogueController } from './catalogue/catalogue.controller.js';
import { ForecastController } from './forecast.controller.js';
import { BatchPrice, BodyPrice, ForecastPrice } from './forecast.prices.js';
import { ForecastService } from './forecast.service.js';
import { ForecastQueries } from './request/forecast-queries.js';

@Module({
  imports: [UsageModule, RunCatalogueModule, MetricsModule],
  controllers: [ForecastController, CatalogueController],
  providers: [
    ForecastService,
    ForecastPrice,
    BodyPrice,
    BatchPrice,
    AnswerMetrics,
    {
      provide: MetricCatalogue,
      useFactory: ({ metrics }: FeatureSet) => metrics,
      inject: [FeatureSet],
    },
    {
      provide: ForecastQueries,
      useFactory: ForecastQueries.of,
      inject: [MetricCatalogue, Configuration],
    },
  ],
  exports: [ForecastService, ForecastQueries],
})
export class ForecastModule {}
