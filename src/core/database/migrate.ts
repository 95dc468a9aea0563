import { DriverException, type IMigrator } from '@mikro-orm/core';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import type { FeatureSet } from '../features/feature-set.js';
import { FeatureError } from '../features/feature-error.js';
import { driverMessage, isDatabaseAway } from './database-away.js';
import { dropObjects, recordObjects, type RemovedFeature } from './feature-objects.js';
import { withJoinedMigrations } from './joined-migrations.js';
import { createOrmOptions } from './orm-options.js';
import { refuseUnmigrated } from './refuse-unmigrated.js';
import { refuseUnknownMigrations } from './unknown-migrations.js';

const MIGRATION_LOCK = 'migrations';

/**
 * Migrates the database to the schema of the features, or up to the named migrations. Returns the names of those that
 * ran. Only one process at a time does this.
 * @throws NewerSchemaError if a later version has migrated it, AbsentFeatureError if an absent feature has,
 * OlderSchemaError if no version since 0.1.0 has, FeatureError if a feature has an entity without its migration
 */
export function migrate(
  connection: DatabaseConnection,
  features: FeatureSet,
  migrations?: string[],
): Promise<string[]> {
  return withMigrator(connection, features, async ({ migrator }, em) => {
    const recorded = namesOf(await migrator.getExecuted());
    const executed = withJoinedMigrations('database', recorded);
    refuseUnknownMigrations('database', executed, features);
    await recordInstead(em, recorded, executed);
    recordObjects(migrator, em, features);
    const ran = await run(
      migrator,
      'migrating',
      () => migrator.up(inTransaction(em, migrations)),
      (error, name) => {
        if (features.isOwn(name.split('/')[0]) || isDatabaseAway(error)) return error;
        return new FeatureError(`The migration ${name} failed: ${messageOf(error)}.`, { cause: error });
      },
    );
    if (migrations === undefined) await refuseUnmigrated(em, features);
    return ran;
  });
}

async function recordInstead(em: EntityManager, recorded: string[], executed: string[]): Promise<void> {
  const replaced = recorded.filter((name) => !executed.includes(name));
  if (replaced.length === 0) return;
  await em.execute('delete from mikro_orm_migrations where name in (?)', [replaced]);
  for (const name of executed.filter((one) => !recorded.includes(one)))
    await em.execute('insert into mikro_orm_migrations (name) values (?)', [name]);
}

/**
 * Reverts the migrations of a feature, the last one first: with its code, or without it by the recorded objects.
 * @throws Error if the feature is part of the service, has nothing in the database, or can't be removed
 */
export async function removeFeature(
  connection: DatabaseConnection,
  features: FeatureSet,
  name: string,
): Promise<RemovedFeature> {
  if (features.isOwn(name))
    throw new Error(`The feature "${name}" is part of the service: it cannot be removed.`);
  const migrations = features.migrations
    .filter((migration) => migration.name.startsWith(`${name}/`))
    .map((migration) => migration.name);
  return withMigrator(connection, features, async ({ migrator }, em) => {
    if (migrations.length === 0) {
      // Creates the migrations table if it doesn't exist.
      await migrator.getExecuted();
      return dropObjects(em, name);
    }
    const undone = await run(
      migrator,
      'reverting',
      () => migrator.down(inTransaction(em, migrations)),
      (error, current) =>
        new Error(
          `The migration ${current} cannot be undone: ${error.message}. Its down() must do it, or take the feature out ` +
            'of FEATURES and run this command again: then it drops what the migrations made.',
          { cause: error },
        ),
    );
    return { undone };
  });
}

/** @param explain creates the error to throw, from the original one and the name of the migration that failed */
async function run(
  migrator: IMigrator,
  event: 'migrating' | 'reverting',
  work: () => Promise<{ name: string }[]>,
  explain: (error: Error, name: string) => Error,
): Promise<string[]> {
  let current: string | undefined;
  migrator.on(event, ({ name }) => {
    current = name;
  });
  try {
    return namesOf(await work());
  } catch (error) {
    throw current === undefined ? error : explain(error as Error, current);
  }
}

function inTransaction(em: EntityManager, migrations: string[] | undefined) {
  return { migrations, transaction: em.getTransactionContext<object>() };
}

function messageOf(error: Error): string {
  return error instanceof DriverException ? driverMessage(error) : error.message;
}

function namesOf(migrations: { name: string }[]): string[] {
  return migrations.map(({ name }) => name);
}

async function withMigrator<T>(
  connection: DatabaseConnection,
  features: FeatureSet,
  work: (orm: MikroORM, em: EntityManager) => Promise<T>,
): Promise<T> {
  const orm = await MikroORM.init(createOrmOptions(connection, features));
  try {
    return await orm.em.transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(hashtext(?))', [MIGRATION_LOCK]);
      return work(orm, em);
    });
  } finally {
    await orm.close();
  }
}
