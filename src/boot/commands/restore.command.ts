import { resolve } from 'node:path';
import { withDatabase } from '../../core/database/index.js';
import { loadApplication } from '../features/load-features.js';
import { refuseUnfit, restoreBackup, verifyBackup } from '../../core/backup/index.js';

const USAGE = 'Usage: npm run restore -- <folder of a backup>';

/** `npm run restore`: into an installation that was never started. */
export async function restore(words: string[]): Promise<void> {
  const [name, ...rest] = words;
  if (name === '--help') return console.log(USAGE);
  if (!name || name.startsWith('-') || rest.length > 0) throw new Error(USAGE);
  const { configuration, features } = await loadApplication(process.env);
  const folder = resolve(name);
  const manifest = await verifyBackup(folder);
  const restoration = { manifest, folder, configuration, features };
  refuseUnfit(restoration);
  await withDatabase(configuration, (connection) => restoreBackup(connection, restoration));
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Restored ${manifest.tables.length} tables with ${rows} rows, as of ${manifest.createdAt}.`);
  console.log('You can start the service. It downloads the newest model run automatically.');
}
