import { join } from 'node:path';
import { prepareDataDirectory } from '../core/common/index.js';
import { ExclusiveFileLock, LockTakenError } from '../core/locks/index.js';
import { within } from '../core/time/index.js';
import { createSecretHasher, createSecretSealer } from '../core/secrets/index.js';
import { fitKeySecret, migrate, openDatabase } from '../core/database/index.js';
import type { DatabaseConnection } from '../core/config/index.js';
import type { ServiceStart } from './service-start.types.js';

const LOCK_WAIT_MS = 30_000;

/** Locks the data directory, opens and migrates the database, and checks that it matches the key secret. */
export async function openData(start: ServiceStart): Promise<DatabaseConnection> {
  const { role, configuration, features, logger, running, stopping } = start;
  const lock = await lockDataDirectory(start);
  running.defer(() => lock.release());
  stopping.throwIfAborted();
  const database = await openDatabase(configuration, stopping);
  const { connection } = database;
  running.defer(() => database.close());
  stopping.throwIfAborted();
  // A separate ingest process uses no tables.
  if (role === 'ingest') return connection;
  // The embedded database always responds, and must not be stopped while in use.
  const giveUp = configuration.database ? stopping : undefined;
  const migrations = await within(Infinity, migrate(connection, features), { signal: giveUp });
  if (migrations.length > 0) logger.info({ migrations }, 'The database was migrated');
  stopping.throwIfAborted();
  await within(Infinity, checkKeySecret(start, connection), { signal: giveUp });
  stopping.throwIfAborted();
  return connection;
}

/** The service that holds the lock may be about to stop, as in a restart. */
async function lockDataDirectory({
  configuration: { dataDirectory },
  logger,
  stopping,
}: ServiceStart): Promise<ExclusiveFileLock> {
  prepareDataDirectory(dataDirectory);
  const path = join(dataDirectory, 'service.lock');
  try {
    return await ExclusiveFileLock.acquire(path, { waitMs: 0 });
  } catch (error) {
    if (!(error instanceof LockTakenError)) throw error;
  }
  logger.info({ dataDirectory }, 'Another service is using the data directory; waiting for it to stop');
  return ExclusiveFileLock.acquire(path, { waitMs: LOCK_WAIT_MS, signal: stopping });
}

/** Keys that are hashed with the previous secret are rehashed when they are used. */
async function checkKeySecret(
  { configuration, features, logger }: ServiceStart,
  connection: DatabaseConnection,
): Promise<void> {
  const outdated = await fitKeySecret(
    connection,
    features,
    createSecretHasher(configuration),
    createSecretSealer(configuration),
  );
  if (Object.keys(outdated).length === 0) return;
  logger.warn(
    outdated,
    'Some API keys, client secrets or personal access tokens still need KEY_SECRET_PREVIOUS until their next use',
  );
}
