import { defineConfig, type Options } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import { ENTITIES } from './entities.js';
import { freeLostConnections } from './lost-connections.js';
import { MIGRATIONS } from './migrations/migrations.js';

/** Where PostgreSQL answers: a URL, or the socket directory (or address) of the embedded server. */
export type DatabaseConnection =
  { clientUrl: string } | { host: string; port?: number; user: string; dbName: string };

export function createOrmOptions(connection: DatabaseConnection): Options {
  return defineConfig({
    ...connection,
    driverOptions: { onPoolCreated: freeLostConnections },
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
