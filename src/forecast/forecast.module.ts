import { RunCatalogueModule } from '../store/nest/index.js';
import { Module } from '@nestjs/common';
import { Configuration } from '../core/config/index.js';
import { FeatureSet } from '../core/features/index.js';
import { ConsensusWeights } from '../weather/consensus/index.js';
import { MetricCatalogue } from '../weather/metrics/index.js';
import { MetricsModule } from '../core/telemetry/index.js';
import { UsageModule } from '../usage/index.js';
import { ObservationsModule } from '../observations/index.js';
import { AnswerMetrics } from './answer/answer-metrics.js';
import { CatalogueController } from './catalogue/catalogue.controller.js';
import { CurrentConditionsService } from './current/current-conditions.service.js';
import { CurrentController } from './current/current.controller.js';
import { CurrentPrice } from './current/current.price.js';
import { CurrentService } from './current/current.service.js';
import { ForecastController } from './forecast.controller.js';
import { BatchPrice, BodyPrice, ForecastPrice } from './forecast.prices.js';
import { ForecastService } from './forecast.service.js';
import { GroundMetrics } from './ground/ground-metrics.js';
import { GroundService } from './ground/ground.service.js';
import { VerificationModule, VerificationStatesService } from '../verification/index.js';
import { VerifiedForecastsService } from './verified/verified-forecasts.service.js';
import { ForecastQueries } from './request/forecast-queries.js';

@Module({
  imports: [UsageModule, RunCatalogueModule, MetricsModule, ObservationsModule, VerificationModule],
  controllers: [ForecastController, CurrentController, CatalogueController],
  providers: [
    ForecastService,
    GroundService,
    GroundMetrics,
    ForecastPrice,
    BodyPrice,
    BatchPrice,
    CurrentConditionsService,
    CurrentService,
    CurrentPrice,
    AnswerMetrics,
    { provide: ConsensusWeights, useExisting: VerificationStatesService },
    VerifiedForecastsService,
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
  exports: [ForecastService, GroundService, ForecastQueries, CurrentConditionsService, CurrentService],
})
export class ForecastModule {}
