import { defineConfig, type Options } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import type { FeatureSet } from '../features/feature-set.js';
import { clientClass } from './connection/client-class.js';
import { freeLostConnections } from './lost-connections.js';

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

/** Where a statement locks the rows that it selects; not where the words are part of a policy or a trigger. */
const LOCKS = /\bfor update(?=\s*(?:of\b|skip\b|nowait\b|\)|;|$))/gi;

/**
 * Makes a statement lock rows `for no key update` instead of `for update`, which the ORM writes. Nothing deletes or
 * renumbers a locked row that others refer to, so inserting a row with a foreign key to it needn't wait.
 */
export function withWeakerLocks(sql: string): string {
  return sql.replace(LOCKS, 'for no key update');
}
