import type { DatabaseConnection } from '../../src/core/config/database/database-connection.types.js';
import { loadConfiguration } from '../../src/core/config/load-configuration.js';
import { clientClass } from '../../src/core/database/connection/client-class.js';

/** Returns the connection that a service with this `DATABASE_URL` would use. */
export function connectionTo(url: string): DatabaseConnection {
  return loadConfiguration({ DATABASE_URL: url }).database!;
}

/** Runs one statement over a connection configured as the service's are. */
export async function ask<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new (clientClass(connectionTo(url)))();
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
