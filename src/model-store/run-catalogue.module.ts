import { Module, type OnModuleDestroy } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { RunCatalogue } from './run-catalogue.js';

/** How long a run that was deleted may keep its place on the disk while nobody asks for forecasts. */
const STORE_LOOK_MS = 2_000;

@Module({
  providers: [
    {
      provide: RunCatalogue,
      useFactory: ({ runsDirectory }: Configuration) => new RunCatalogue(runsDirectory).watch(STORE_LOOK_MS),
      inject: [Configuration],
    },
  ],
  exports: [RunCatalogue],
})
export class RunCatalogueModule implements OnModuleDestroy {
  constructor(private readonly catalogue: RunCatalogue) {}

  onModuleDestroy(): void {
    this.catalogue.close();
  }
}
