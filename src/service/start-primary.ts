import { NestFactory } from '@nestjs/core';
import { Setup } from '../accounts/setup.service.js';
import { NestLogger } from '../common/logger.js';
import type { DatabaseConnection } from '../database/orm-options.js';
import { poolSizeOfWorker } from '../database/pool-size.js';
import { IngestService } from '../ingest/ingest.service.js';
import { PrimaryModule } from '../primary.module.js';
import { LimitKeeper } from '../usage/limits/limit-keeper.service.js';
import { UsageFlusher } from '../usage/metering/usage-flusher.service.js';
import { PrimaryProcess } from '../workers/primary-process.js';
import { WorkerPool } from '../workers/worker-pool.js';
import type { ServiceStart } from './service-start.types.js';

/** The topic of a worker's first question: where the database is. */
export const DATABASE = 'database';

/** Starts the workers, and all that there is one of beside them. */
export async function startPrimary(start: ServiceStart, connection: DatabaseConnection): Promise<void> {
  const { role, configuration, logger, running, stopping } = start;
  const pool = new WorkerPool(configuration.workers, logger);
  const processes = new PrimaryProcess(pool);
  const context = await NestFactory.createApplicationContext(
    PrimaryModule.forRoot(configuration, connection, processes),
    { logger: new NestLogger(logger), abortOnError: false },
  );
  running.defer(() => context.close());
  running.defer(() => context.get(UsageFlusher).stop());
  await context.get(Setup).prepare(logger);
  await context.get(LimitKeeper).open();
  const ofWorkers = { ...connection, pool: { max: poolSizeOfWorker(configuration.workers) } };
  processes.answer(DATABASE, () => ofWorkers);
  stopping.throwIfAborted();
  running.defer(() => pool.stop());
  await pool.start();
  if (role === 'api') return;
  const ingest = context.get(IngestService);
  running.defer(() => ingest.stop());
  ingest.start(logger);
}
