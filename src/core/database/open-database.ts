import { join } from 'node:path';
import { DatabaseUnreachableError } from './database-unreachable-error.js';
import { within } from '../time/within.js';
import type { Configuration } from '../config/configuration.js';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import { clientClass } from './connection/client-class.js';
import { EmbeddedPostgresError } from './embedded-postgres/embedded-postgres-error.js';
import { EmbeddedPostgres } from './embedded-postgres/embedded-postgres.js';

export interface OpenDatabase {
  connection: DatabaseConnection;
  /** Stops the embedded server. Does nothing to a server given in `DATABASE_URL`. */
  close(): Promise<void>;
}

/**
 * Opens the database in `DATABASE_URL`, or PostgreSQL embedded in the data directory. The signal ends the wait for the
 * former.
 * @throws DatabaseUnreachableError if that server can't be used, EmbeddedPostgresError if the embedded one can't run
 */
export async function openDatabase(
  { database, dataDirectory }: Configuration,
  signal?: AbortSignal,
): Promise<OpenDatabase> {
  if (database !== undefined) {
    await reach(database, signal);
    return { connection: database, close: () => Promise.resolve() };
  }
  const server = await startEmbedded(join(dataDirectory, 'postgres'));
  return { connection: server.connection, close: () => server.stop() };
}

async function startEmbedded(directory: string): Promise<EmbeddedPostgres> {
  try {
    return await EmbeddedPostgres.start({ directory });
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error;
    throw new EmbeddedPostgresError(`${error.message} To use another PostgreSQL server, set DATABASE_URL.`, {
      cause: error,
    });
  }
}

async function reach(database: DatabaseConnection, signal?: AbortSignal): Promise<void> {
  const client = new (clientClass(database))();
  client.on('error', () => undefined);
  try {
    await within(Infinity, client.connect(), { signal });
  } catch (error) {
    if (!(error instanceof DatabaseUnreachableError)) throw error;
    throw new DatabaseUnreachableError(`The database in DATABASE_URL can't be used: ${error.message}.`, {
      cause: error,
    });
  } finally {
    void client.end();
  }
}
