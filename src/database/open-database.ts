import { join } from 'node:path';
import type { Configuration } from '../config/configuration.js';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import { EmbeddedPostgres } from './embedded-postgres/embedded-postgres.js';

export interface OpenDatabase {
  connection: DatabaseConnection;
  /** Stops the embedded server; a server that was named by `DATABASE_URL` is left alone. */
  close(): Promise<void>;
}

/** The server that `DATABASE_URL` names, or PostgreSQL embedded in the data directory. */
export async function openDatabase({ database, dataDirectory }: Configuration): Promise<OpenDatabase> {
  if (database !== undefined) return { connection: database, close: () => Promise.resolve() };
  const server = await EmbeddedPostgres.start({ directory: join(dataDirectory, 'postgres') });
  return { connection: server.connection, close: () => server.stop() };
}
