import { join } from 'node:path';
import type { Configuration } from '../config/configuration.js';
import { EmbeddedPostgres } from './embedded-postgres/embedded-postgres.js';
import type { DatabaseConnection } from './orm-options.js';

export interface OpenDatabase {
  connection: DatabaseConnection;
  /** Stops the embedded server; a server that was named by `DATABASE_URL` is left alone. */
  close(): Promise<void>;
}

/** The server that `DATABASE_URL` names, or PostgreSQL embedded in the data directory. */
export async function openDatabase({ databaseUrl, dataDirectory }: Configuration): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) {
    return { connection: { clientUrl: databaseUrl }, close: () => Promise.resolve() };
  }
  const server = await EmbeddedPostgres.start({ directory: join(dataDirectory, 'postgres') });
  const { host, port, user, database } = server.connection;
  return { connection: { host, port, user, dbName: database }, close: () => server.stop() };
}
