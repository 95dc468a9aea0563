import { defineConfig, type Options } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import { ENTITIES } from './entities.js';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import { clientClass } from './connection/client-class.js';
import { freeLostConnections } from './lost-connections.js';
import { MIGRATIONS } from './migrations/migrations.js';

export function createOrmOptions(connection: DatabaseConnection): Options {
  return defineConfig({
    ...connectionOptions(connection),
    entities: ENTITIES,
    extensions: [Migrator],
    forceUtcTimezone: true,
    // Usage is counted in tables of its own, which are none of the entities'.
    schemaGenerator: { ignoreSchema: ['usage'] },
    migrations: {
      migrationsList: MIGRATIONS,
      path: 'src/database/migrations',
      emit: 'ts',
      snapshot: true,
      snapshotOnMigrate: false,
      snapshotName: '.snapshot',
      silent: true,
    },
  });
}

/** What an ORM needs to know of the database, whatever its entities. */
export function connectionOptions(connection: DatabaseConnection): Options {
  return {
    dbName: connection.dbName,
    driverOptions: { Client: clientClass(connection), onPoolCreated: freeLostConnections },
  };
}
