import { NestFactory } from '@nestjs/core';
import { Setup } from '../accounts/setup.service.js';
import { NestLogger } from '../common/logger.js';
import type { DatabaseConnection } from '../database/orm-options.js';
import { poolSizeOfWorker } from '../database/pool-size.js';
import { IngestReports } from '../ingest/ingest-reports.service.js';
import { IngestService } from '../ingest/ingest.service.js';
import { PrimaryModule } from '../primary.module.js';
import { LimitKeeper } from '../usage/limits/limit-keeper.service.js';
import { UsageFlusher } from '../usage/metering/usage-flusher.service.js';
import { PrimaryProcess } from '../workers/primary-process.js';
import { WorkerPool } from '../workers/worker-pool.js';
import type { ServiceStart } from './service-start.types.js';
import { stopTogether } from './stop-together.js';

/** The topic of a worker's first question: where the database is. */
export const DATABASE = 'database';
/** The topic of whether a balancer asks a worker if it is ready. */
export const WATCHED = 'watched';

/** Starts the workers, and all that there is one of beside them. */
export async function startPrimary(
  start: ServiceStart,
  connection: DatabaseConnection,
): Promise<IngestReports> {
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
  const ingest = context.get(IngestService);
  running.defer(() => stopTogether(ingest.stop(), stopWorkers(pool, processes)));
  await pool.start();
  if (role === 'all') ingest.start(logger, true);
  return context.get(IngestReports);
}

/** What one of them was asked, all of them have to give notice for: they have one port. */
async function stopWorkers(pool: WorkerPool, processes: PrimaryProcess): Promise<void> {
  const watched = await processes.askAll<boolean>(WATCHED);
  await pool.stop(watched.includes(true));
}
