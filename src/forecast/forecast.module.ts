import { Module } from '@nestjs/common';
import { FeatureSet } from '../features/feature-set.js';
import { MetricCatalogue } from '../metrics/metric-catalogue.js';
import { RunCatalogueModule } from '../model-store/catalogue/run-catalogue.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { CatalogueController } from './catalogue/catalogue.controller.js';
import { ForecastController } from './forecast.controller.js';
import { ForecastService } from './forecast.service.js';

@Module({
  imports: [UsageModule, RunCatalogueModule],
  controllers: [ForecastController, CatalogueController],
  providers: [
    ForecastService,
    {
      provide: MetricCatalogue,
      useFactory: ({ metrics }: FeatureSet) => metrics,
      inject: [FeatureSet],
    },
  ],
  exports: [ForecastService],
})
export class ForecastModule {}
