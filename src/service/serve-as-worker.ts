import cluster from 'node:cluster';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { createApp } from '../app.setup.js';
import { createLogger } from '../common/logger.js';
import type { Configuration } from '../config/configuration.js';
import { loadConfiguration } from '../config/load-configuration.js';
import type { DatabaseConnection } from '../database/orm-options.js';
import { Draining } from '../health/draining.service.js';
import { CANNOT_START, STOP } from '../workers/worker-pool.js';
import { WorkerProcess } from '../workers/worker-process.js';
import { describeFailure } from './describe-failure.js';
import { endRequests } from './end-requests.js';
import { DATABASE, WATCHED } from './start-primary.js';

/** Answers requests beside others until the primary says that it is enough, or ends. */
export async function serveAsWorker(): Promise<void> {
  const processes = new WorkerProcess();
  const stopping = new AbortController();
  let isWatched = false;
  const stopped = new Promise<void>((resolve) => {
    processes.answer(STOP, (question) => {
      isWatched = question === true;
      stopping.abort();
      resolve();
    });
  });
  // Signals that reach every process of the service are meant for the primary.
  process.on('SIGTERM', () => undefined);
  process.on('SIGINT', () => undefined);
  const configuration = loadConfiguration(process.env);
  const logger = createLogger(configuration.logLevel).child({ worker: cluster.worker?.id });
  const running = new AsyncDisposableStack();
  let code = 0;
  try {
    const app = await createWorkerApp(configuration, logger, processes);
    running.defer(() => app.close());
    running.defer(() => endRequests(app, isWatched));
    stopping.signal.throwIfAborted();
    await app.listen({ host: configuration.host, port: configuration.port });
    await stopped;
  } catch (error) {
    if (!stopping.signal.aborted) {
      code = 1;
      await processes.askPrimary(CANNOT_START, describeFailure(error));
    }
  } finally {
    await running.disposeAsync();
  }
  process.exit(code);
}

async function createWorkerApp(
  configuration: Configuration,
  logger: Logger,
  processes: WorkerProcess,
): Promise<NestFastifyApplication> {
  const connection = await processes.askPrimary<DatabaseConnection>(DATABASE);
  const app = await createApp(configuration, connection, logger, processes);
  const draining = app.get(Draining);
  processes.answer(WATCHED, () => draining.isWatched);
  return app;
}
