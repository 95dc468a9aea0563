import type { EventEmitter } from 'node:events';
import { MikroORM } from '@mikro-orm/postgresql';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import { createOrmOptions } from '../database/orm-options.js';
import type { FeatureSet } from '../features/feature-set.js';

/** The driver has no types of its own: a connection that was taken out of the pool. */
export interface RawConnection extends EventEmitter {
  query<Row>(statement: string, parameters?: unknown[]): Promise<{ rows: Row[] }>;
  query<Stream extends object>(stream: Stream): Stream;
}

interface Pool {
  connect(): Promise<RawConnection & { release(destroy: boolean): void }>;
}

/** Gives the work one connection, since neither a snapshot nor a stream of rows goes across several. */
export async function withRawConnection<T>(
  database: DatabaseConnection,
  features: FeatureSet,
  work: (connection: RawConnection, orm: MikroORM) => Promise<T>,
): Promise<T> {
  const orm = await MikroORM.init(createOrmOptions(database, features));
  try {
    const connection = await ((await orm.em.getConnection().getNativeClient()) as Pool).connect();
    // A lost connection fails the query that runs on it, too.
    connection.on('error', () => undefined);
    try {
      return await work(connection, orm);
    } finally {
      connection.release(true);
    }
  } finally {
    await orm.close();
  }
}
