import 'reflect-metadata';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { Setup } from './accounts/setup.service.js';
import { createApp } from './app.setup.js';
import { ExclusiveFileLock } from './common/exclusive-file-lock.js';
import { KeySecretError } from './common/secrets/key-secret-error.js';
import { createSecretHasher } from './common/secrets/key-secret.js';
import { LockTakenError } from './common/lock-taken-error.js';
import { createLogger } from './common/logger.js';
import { onStopSignal } from './common/stop-signals.js';
import { ConfigurationError } from './config/configuration-error.js';
import { type Configuration } from './config/configuration.js';
import { loadConfiguration } from './config/load-configuration.js';
import { EmbeddedPostgresError } from './database/embedded-postgres/embedded-postgres-error.js';
import { fitKeySecret } from './database/fit-key-secret.js';
import { migrate } from './database/migrate.js';
import { openDatabase } from './database/open-database.js';
import { type DatabaseConnection } from './database/orm-options.js';
import { IngestService } from './ingest/ingest.service.js';

const LOCK_WAIT_MS = 30_000;
/** For requests that are being answered when the service stops. */
const DRAIN_MS = 5_000;

/** Starts everything in order; what was started is pushed on the stack, which stops it in the opposite order. */
async function start(
  configuration: Configuration,
  logger: Logger,
  running: AsyncDisposableStack,
  stopping: AbortSignal,
): Promise<void> {
  const { host, port, publicUrl } = configuration;
  const lock = await lockDataDirectory(configuration, logger, stopping);
  running.defer(() => lock.release());
  stopping.throwIfAborted();
  const database = await openDatabase(configuration);
  running.defer(() => database.close());
  const migrations = await migrate(database.connection);
  if (migrations.length > 0) logger.info({ migrations }, 'The database was migrated');
  await checkKeySecret(configuration, database.connection, logger);
  const app = await createApp(configuration, database.connection, logger);
  running.defer(() => close(app));
  await app.get(Setup).prepare(logger);
  stopping.throwIfAborted();
  await app.listen({ host, port });
  const ingest = app.get(IngestService);
  running.defer(() => ingest.stop());
  ingest.start(logger);
  logger.info(
    { dashboard: `${publicUrl}/`, docs: `${publicUrl}/docs`, health: `${publicUrl}/health/ready` },
    'The service is ready',
  );
}

/** Keys that are hashed with the previous secret are hashed anew when they are used. */
async function checkKeySecret(
  configuration: Configuration,
  connection: DatabaseConnection,
  logger: Logger,
): Promise<void> {
  const outdated = await fitKeySecret(connection, createSecretHasher(configuration));
  if (outdated.apiKeys + outdated.clients === 0) return;
  logger.warn(outdated, 'These still need KEY_SECRET_PREVIOUS, each until it is used for the first time');
}

/** A request that never ends, or never arrives whole, does not keep the service from stopping. */
async function close(app: NestFastifyApplication): Promise<void> {
  const server = app.getHttpServer();
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearTimeout(timer);
}

/** The service that has the data directory may be about to end, as it is when it is started again. */
async function lockDataDirectory(
  { dataDirectory }: Configuration,
  logger: Logger,
  stopping: AbortSignal,
): Promise<ExclusiveFileLock> {
  mkdirSync(dataDirectory, { recursive: true });
  const path = join(dataDirectory, 'service.lock');
  try {
    return await ExclusiveFileLock.acquire(path, { waitMs: 0 });
  } catch (error) {
    if (!(error instanceof LockTakenError)) throw error;
  }
  logger.info({ dataDirectory }, 'Another service has the data directory: waiting for it to end');
  return ExclusiveFileLock.acquire(path, { waitMs: LOCK_WAIT_MS, signal: stopping });
}

/** Serves until the first signal, which also ends a start that is not over yet. */
async function main(): Promise<void> {
  const configuration = loadConfiguration(process.env);
  const logger = createLogger(configuration.logLevel);
  const running = new AsyncDisposableStack();
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    onStopSignal((signal) => {
      logger.info({ signal }, 'The service stops');
      stopping.abort();
      resolve();
    });
  });
  try {
    await start(configuration, logger, running, stopping.signal);
    await stopped;
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  } finally {
    await running.disposeAsync();
  }
  process.exit(0);
}

main().catch((error: unknown) => {
  console.error(describeFailure(error));
  process.exit(1);
});

function describeFailure(error: unknown): string {
  const explained = [ConfigurationError, EmbeddedPostgresError, KeySecretError];
  if (error instanceof Error && explained.some((kind) => error instanceof kind)) return error.message;
  if (error instanceof LockTakenError) {
    return `Another service runs on this data directory: ${error.message}. Set DATA_DIR to another one, or stop that service.`;
  }
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `The port is taken: ${message}. Set PORT to another one.`;
  return `The service cannot start: ${error instanceof Error ? (error.stack ?? message) : String(error)}`;
}
