import { join } from 'node:path';
import { prepareDataDirectory } from '../common/data-directory.js';
import { ExclusiveFileLock, LockTakenError } from '../locks/exclusive-file-lock.js';
import type { Configuration } from '../config/configuration.js';
import { openDatabase } from './open-database.js';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';

/** Runs a command's work on the database. If the service is running, uses its embedded server and leaves it running. */
export async function withDatabase<T>(
  configuration: Configuration,
  work: (connection: DatabaseConnection) => Promise<T>,
): Promise<T> {
  for (const warning of configuration.warnings) console.warn(warning);
  prepareDataDirectory(configuration.dataDirectory);
  const lock = await ownDataDirectory(configuration.dataDirectory);
  const database = await openDatabase(configuration);
  try {
    return await work(database.connection);
  } finally {
    if (lock) await database.close();
    lock?.release();
  }
}

async function ownDataDirectory(dataDirectory: string): Promise<ExclusiveFileLock | undefined> {
  try {
    return await ExclusiveFileLock.acquire(join(dataDirectory, 'service.lock'), { waitMs: 0 });
  } catch (error) {
    if (error instanceof LockTakenError) return undefined;
    throw error;
  }
}
