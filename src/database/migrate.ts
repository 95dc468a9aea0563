import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import type { FeatureSet } from '../features/feature-set.js';
import { FORMER, withInitialMigrations } from './initial-migrations.js';
import { createOrmOptions } from './orm-options.js';
import { refuseUnknownMigrations } from './unknown-migrations.js';

const MIGRATION_LOCK = 'migrations';

/**
 * Brings the database to the schema of the features, or as far as the named migrations do, and answers the names of those
 * that ran. One process at a time does it.
 * @throws NewerSchemaError where a later version has been there, AbsentFeatureError where another feature has,
 * EarlySchemaError where a version from before the first release did not finish
 */
export function migrate(
  connection: DatabaseConnection,
  features: FeatureSet,
  migrations?: string[],
): Promise<string[]> {
  return withMigrator(connection, features, async ({ migrator }, em) => {
    const recorded = (await migrator.getExecuted()).map(({ name }) => name);
    const executed = withInitialMigrations('database', recorded);
    refuseUnknownMigrations('database', executed, features);
    await recordInstead(em, recorded, executed);
    return migrator.up({ migrations, transaction: em.getTransactionContext<object>() });
  });
}

async function recordInstead(em: EntityManager, recorded: string[], executed: string[]): Promise<void> {
  const added = executed.filter((name) => !recorded.includes(name));
  if (added.length === 0) return;
  await em.execute('delete from mikro_orm_migrations where name in (?)', [FORMER]);
  for (const name of added) await em.execute('insert into mikro_orm_migrations (name) values (?)', [name]);
}

/** Undoes what the migrations of a feature did, the last one first, and answers their names. */
export async function removeFeature(
  connection: DatabaseConnection,
  features: FeatureSet,
  name: string,
): Promise<string[]> {
  if (features.isOwn(name))
    throw new Error(`The feature "${name}" is part of the service: it cannot be removed.`);
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
  work: (orm: MikroORM, em: EntityManager) => Promise<{ name: string }[]>,
): Promise<string[]> {
  const orm = await MikroORM.init(createOrmOptions(connection, features));
  try {
    return await orm.em.transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(hashtext(?))', [MIGRATION_LOCK]);
      return (await work(orm, em)).map(({ name }) => name);
    });
  } finally {
    await orm.close();
  }
}
