import { MikroORM } from '@mikro-orm/postgresql';
import { createOrmOptions, type DatabaseConnection } from './orm-options.js';

const MIGRATION_LOCK = 'migrations';

/**
 * Brings the database to this version's schema, or to where the named migration leaves it, and answers the names of the
 * migrations that ran. One process at a time does it.
 */
export async function migrate(connection: DatabaseConnection, last?: string): Promise<string[]> {
  const orm = await MikroORM.init(createOrmOptions(connection));
  try {
    return await orm.em.transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(hashtext(?))', [MIGRATION_LOCK]);
      const migrated = await orm.migrator.up(last === undefined ? undefined : { to: last });
      return migrated.map(({ name }) => name);
    });
  } finally {
    await orm.close();
  }
}
