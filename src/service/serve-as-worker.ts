import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { createApp } from '../app.setup.js';
import { createLogger } from '../common/logger.js';
import type { Configuration } from '../config/configuration.js';
import { loadConfiguration } from '../config/load-configuration.js';
import type { DatabaseConnection } from '../database/orm-options.js';
import { CANNOT_START, STOP } from '../workers/worker-pool.js';
import { WorkerProcess } from '../workers/worker-process.js';
import { closeApp } from './close-app.js';
import { describeFailure } from './describe-failure.js';
import { DATABASE } from './start-primary.js';

/** Answers requests beside others until the primary says that it is enough, or ends. */
export async function serveAsWorker(): Promise<void> {
  const processes = new WorkerProcess();
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    processes.answer(STOP, () => {
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
    await start(configuration, logger, processes, running, stopping.signal);
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

async function start(
  configuration: Configuration,
  logger: Logger,
  processes: WorkerProcess,
  running: AsyncDisposableStack,
  stopping: AbortSignal,
): Promise<void> {
  const connection = await processes.askPrimary<DatabaseConnection>(DATABASE);
  const app = await createApp(configuration, connection, logger, processes);
  running.defer(() => closeApp(app));
  stopping.throwIfAborted();
  await app.listen({ host: configuration.host, port: configuration.port });
}
