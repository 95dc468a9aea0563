import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import { ExclusiveFileLock } from '../common/exclusive-file-lock.js';
import { LockTakenError } from '../common/lock-taken-error.js';
import { loadConfiguration } from '../config/load-configuration.js';
import { migrate } from './migrate.js';
import { openDatabase } from './open-database.js';

/** `npm run migrate`: beside a running service it uses that one's embedded server and leaves it running. */
async function main(): Promise<void> {
  const configuration = loadConfiguration(process.env);
  mkdirSync(configuration.dataDirectory, { recursive: true });
  const lock = await ownDataDirectory(configuration.dataDirectory);
  const database = await openDatabase(configuration);
  try {
    const migrations = await migrate(database.connection);
    console.log(
      migrations.length > 0 ? `Migrated: ${migrations.join(', ')}.` : 'The database is up to date.',
    );
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

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
