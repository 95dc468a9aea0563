import { parseArgs } from 'node:util';
import { loadApplication } from '../features/load-features.js';
import { migrate, removeFeature, withDatabase } from '../../core/database/index.js';

/** `npm run migrate` */
export async function migrateDatabase(words: string[]): Promise<void> {
  const { values } = parseArgs({ args: words, options: { 'remove-feature': { type: 'string' } } });
  const feature = values['remove-feature'];
  const { configuration, features } = await loadApplication(process.env);
  if (feature !== undefined) {
    const { undone, dropped } = await withDatabase(configuration, (connection) =>
      removeFeature(connection, features, feature),
    );
    if (undone.length === 0) return console.log(`The database has no data of ${feature}.`);
    const next = dropped
      ? `Dropped: ${dropped.join(', ') || 'nothing'}.`
      : `Take ${feature} out of FEATURES before the next start.`;
    return console.log(`Undone: ${undone.join(', ')}. ${next}`);
  }
  const migrations = await withDatabase(configuration, (connection) => migrate(connection, features));
  console.log(migrations.length > 0 ? `Migrated: ${migrations.join(', ')}.` : 'The database is up to date.');
}
