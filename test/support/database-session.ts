import type { DatabaseConnection } from '../../src/config/database/database-connection.types.js';
import { loadConfiguration } from '../../src/config/load-configuration.js';
import { clientClass } from '../../src/database/connection/client-class.js';

/** The connection that a service would use whose `DATABASE_URL` it is. */
export function connectionTo(url: string): DatabaseConnection {
  return loadConfiguration({ DATABASE_URL: url }).database!;
}

/** One connection as the service makes them, for one statement. */
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
