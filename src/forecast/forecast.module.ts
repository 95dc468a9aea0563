import { Module } from '@nestjs/common';
import { RunCatalogueModule } from '../model-store/catalogue/run-catalogue.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { CatalogueController } from './catalogue/catalogue.controller.js';
import { ForecastController } from './forecast.controller.js';
import { ForecastService } from './forecast.service.js';

@Module({
  imports: [UsageModule, RunCatalogueModule],
  controllers: [ForecastController, CatalogueController],
  providers: [ForecastService],
  exports: [ForecastService],
})
export class ForecastModule {}
