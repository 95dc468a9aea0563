import { resolve } from 'node:path';
import { withDatabase } from '../../core/database/index.js';
import { loadApplication } from '../features/load-features.js';
import { createBackup, hasKeySecret } from '../../core/backup/index.js';

const USAGE = 'Usage: npm run backup -- <new folder>';

/** `npm run backup`: with or without a running service. */
export async function backUp(words: string[]): Promise<void> {
  const [name, ...rest] = words;
  if (name === '--help') return console.log(USAGE);
  if (!name || name.startsWith('-') || rest.length > 0) throw new Error(USAGE);
  const { configuration, features } = await loadApplication(process.env);
  const { dataDirectory } = configuration;
  const folder = resolve(name);
  const { tables, files } = await withDatabase(configuration, (connection) =>
    createBackup(connection, { folder, dataDirectory, features, now: new Date() }),
  );
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`${folder} has ${tables.length} tables with ${rows} rows.`);
  console.log(
    hasKeySecret(files)
      ? 'It contains the key secret. Keep it where nobody else can read it.'
      : "It doesn't contain the key secret, which you set as KEY_SECRET. Keep it, too: no key works without it.",
  );
}
