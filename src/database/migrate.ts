import { MikroORM } from '@mikro-orm/postgresql';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import type { FeatureSet } from '../features/feature-set.js';
import { createOrmOptions } from './orm-options.js';
import { refuseUnknownMigrations } from './unknown-migrations.js';

const MIGRATION_LOCK = 'migrations';

/**
 * Brings the database to the schema of the features, or as far as the named migrations do, and answers the names of those
 * that ran. One process at a time does it.
 * @throws NewerSchemaError where a later version has been there, AbsentFeatureError where another feature has
 */
export function migrate(
  connection: DatabaseConnection,
  features: FeatureSet,
  migrations?: string[],
): Promise<string[]> {
  return withMigrator(connection, features, async ({ migrator }) => {
    const executed = await migrator.getExecuted();
    refuseUnknownMigrations(
      'database',
      executed.map(({ name }) => name),
      features,
    );
    return migrator.up(migrations && { migrations });
  });
}

/** Undoes what the migrations of a feature did, the last one first, and answers their names. */
export async function removeFeature(
  connection: DatabaseConnection,
  features: FeatureSet,
  name: string,
): Promise<string[]> {
  const migrations = features.migrations
    .filter((migration) => migration.name.startsWith(`${name}/`))
    .map((migration) => migration.name);
  if (migrations.length === 0)
    throw new Error(
      `FEATURES names no feature "${name}" with migrations. Name its module: its own code undoes what it did.`,
    );
  return withMigrator(connection, features, ({ migrator }) => migrator.down({ migrations }));
}

async function withMigrator(
  connection: DatabaseConnection,
  features: FeatureSet,
  work: (orm: MikroORM) => Promise<{ name: string }[]>,
): Promise<string[]> {
  const orm = await MikroORM.init(createOrmOptions(connection, features));
  try {
    return await orm.em.transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(hashtext(?))', [MIGRATION_LOCK]);
      return (await work(orm)).map(({ name }) => name);
    });
  } finally {
    await orm.close();
  }
}
