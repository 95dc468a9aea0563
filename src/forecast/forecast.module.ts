import { Module, type OnModuleDestroy } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { RunCatalogue } from '../model-store/run-catalogue.js';
import { UsageModule } from '../usage/usage.module.js';
import { CatalogueController } from './catalogue.controller.js';
import { ForecastController } from './forecast.controller.js';
import { ForecastService } from './forecast.service.js';

/** How long a run that was deleted may keep its place on the disk while nobody asks for forecasts. */
const STORE_LOOK_MS = 2_000;

@Module({
  imports: [UsageModule],
  controllers: [ForecastController, CatalogueController],
  providers: [
    ForecastService,
    {
      provide: RunCatalogue,
      useFactory: ({ runsDirectory }: Configuration) => new RunCatalogue(runsDirectory).watch(STORE_LOOK_MS),
      inject: [Configuration],
    },
  ],
  exports: [RunCatalogue],
})
export class ForecastModule implements OnModuleDestroy {
  constructor(private readonly catalogue: RunCatalogue) {}

  onModuleDestroy(): void {
    this.catalogue.close();
  }
}
