import { MikroORM } from '@mikro-orm/postgresql';
import { MIGRATIONS } from './migrations/migrations.js';
import { NewerSchemaError } from './newer-schema-error.js';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import { createOrmOptions } from './orm-options.js';

const KNOWN: ReadonlySet<string> = new Set(MIGRATIONS.map(({ name }) => name));
const MIGRATION_LOCK = 'migrations';

/**
 * Brings the database to this version's schema, or to where the named migration leaves it, and answers the names of the
 * migrations that ran. One process at a time does it.
 * @throws NewerSchemaError where a later version has been there
 */
export async function migrate(connection: DatabaseConnection, last?: string): Promise<string[]> {
  const orm = await MikroORM.init(createOrmOptions(connection));
  try {
    return await orm.em.transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(hashtext(?))', [MIGRATION_LOCK]);
      const executed = (await orm.migrator.getExecuted()).map(({ name }) => name);
      const unknown = executed.filter((name) => !KNOWN.has(name));
      if (unknown.length > 0) throw new NewerSchemaError(unknown);
      const migrated = await orm.migrator.up(last === undefined ? undefined : { to: last });
      return migrated.map(({ name }) => name);
    });
  } finally {
    await orm.close();
  }
}
