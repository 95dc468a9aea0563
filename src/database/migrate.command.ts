import { loadConfiguration } from '../config/load-configuration.js';
import { migrate } from './migrate.js';
import { withDatabase } from './with-database.js';

/** `npm run migrate` */
async function main(): Promise<void> {
  const migrations = await withDatabase(loadConfiguration(process.env), migrate);
  console.log(migrations.length > 0 ? `Migrated: ${migrations.join(', ')}.` : 'The database is up to date.');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
