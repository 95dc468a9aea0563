import { Logger, Module, type OnModuleDestroy } from '@nestjs/common';
import { Configuration } from '../../core/config/index.js';
import { RunCatalogue } from '../catalogue/run-catalogue.js';
import { RunFaults } from '../catalogue/run-faults.js';

/** How long a deleted run may keep its disk space while there are no requests. */
const STORE_POLL_MS = 2_000;

@Module({
  providers: [
    {
      provide: RunFaults,
      useFactory: ({ runsDirectory }: Configuration) => logging(new RunFaults(runsDirectory)),
      inject: [Configuration],
    },
    {
      provide: RunCatalogue,
      useFactory: ({ runsDirectory }: Configuration, faults: RunFaults) =>
        new RunCatalogue(runsDirectory, faults).watch(STORE_POLL_MS),
      inject: [Configuration, RunFaults],
    },
  ],
  exports: [RunCatalogue, RunFaults],
})
export class RunCatalogueModule implements OnModuleDestroy {
  constructor(private readonly catalogue: RunCatalogue) {}

  onModuleDestroy(): void {
    this.catalogue.close();
  }
}

function logging(faults: RunFaults): RunFaults {
  const logger = new Logger(RunCatalogue.name);
  faults.onFault(({ directory, reason, isDamaged }) => {
    if (isDamaged)
      logger.error(
        `The stored run ${directory} is damaged and out of service until it is replaced: ${reason}`,
      );
    else logger.warn(`The stored run ${directory} cannot be read; serving other runs: ${reason}`);
  });
  faults.onListing((failure) => {
    if (failure)
      logger.error(
        `The model runs can't be listed; those that are open are still served: ${failure.message}`,
      );
    else logger.log('The model runs can be listed again');
  });
  return faults;
}
