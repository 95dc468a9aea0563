import type { EventEmitter } from 'node:events';
import { MikroORM } from '@mikro-orm/postgresql';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import { createOrmOptions } from '../database/orm-options.js';
import type { FeatureSet } from '../features/feature-set.js';

/** A connection taken out of the pool. The driver has no types of its own. */
export interface RawConnection extends EventEmitter {
  query<Row>(statement: string, parameters?: unknown[]): Promise<{ rows: Row[] }>;
  query<Stream extends object>(stream: Stream): Stream;
}

interface Pool {
  connect(): Promise<RawConnection & { release(destroy: boolean): void }>;
}

/** Runs work on a single connection, since a snapshot or a stream of rows can't span several. */
export async function withRawConnection<T>(
  database: DatabaseConnection,
  features: FeatureSet,
  work: (connection: RawConnection, orm: MikroORM) => Promise<T>,
): Promise<T> {
  const orm = await MikroORM.init(createOrmOptions(database, features));
  try {
    const connection = await ((await orm.em.getConnection().getNativeClient()) as Pool).connect();
    // A lost connection also fails the query that runs on it.
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
