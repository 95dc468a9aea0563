import { defineConfig, type Options } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import type { FeatureSet } from '../features/feature-set.js';
import { clientClass } from './connection/client-class.js';
import { freeLostConnections } from './lost-connections.js';
import { withWeakerLocks } from './locking/with-weaker-locks.js';

export function createOrmOptions(
  connection: DatabaseConnection,
  { entities, migrations }: Pick<FeatureSet, 'entities' | 'migrations'>,
): Options {
  return defineConfig({
    ...connectionOptions(connection),
    entities: entities as Options['entities'],
    extensions: [Migrator],
    forceUtcTimezone: true,
    migrations: {
      migrationsList: [...migrations],
      snapshotOnMigrate: false,
      silent: true,
    },
  });
}

/** The ORM's connection options, independent of its entities. */
export function connectionOptions(connection: DatabaseConnection): Options {
  return {
    dbName: connection.dbName,
    onQuery: withWeakerLocks,
    driverOptions: { Client: clientClass(connection), onPoolCreated: freeLostConnections },
  };
}
