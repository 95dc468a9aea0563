import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import { withJoinedMigrations } from '../database/joined-migrations.js';
import { refuseUnknownMigrations } from '../database/unknown-migrations.js';
import type { FeatureSet } from '../features/feature-set.js';
import { BackupError } from './backup-error.js';
import { type BackupManifest, FORMAT, MANIFEST, type TableCopy } from './backup-manifest.js';
import { writeChecksums } from './checksums.js';
import { copyOut, TEXT_SETTINGS } from './copy-table.js';
import { copyDataFiles, dataFiles } from './data-files.js';
import { type RawConnection, withRawConnection } from './raw-connection.js';
import { readSequences } from './sequences.js';
import { listTables, MIGRATIONS_TABLE, qualified } from './table-list.js';

export interface BackupRequest {
  /** Doesn't exist yet, or is empty. Appears complete, by an atomic rename. */
  folder: string;
  dataDirectory: string;
  features: FeatureSet;
  now: Date;
}

/**
 * Backs up everything except model runs, also while services run: the database's tables in one snapshot, and the
 * generated secret and the features' files from the data directory.
 */
export async function createBackup(
  database: DatabaseConnection,
  { folder, dataDirectory, features, now }: BackupRequest,
): Promise<BackupManifest> {
  await refuseUsedFolder(folder);
  const unfinished = `${folder}.unfinished-${process.pid}`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    const files = await copyDataFiles(
      dataFiles(dataDirectory, features.dataFiles),
      dataDirectory,
      unfinished,
    );
    const contents = await withRawConnection(database, features, (connection, orm) =>
      inSnapshot(connection, async () => {
        const migrations = await currentMigrations(connection, features);
        const tables: TableCopy[] = [];
        const listed = await listTables(connection, orm, features.schemas);
        // Nobody can drop or alter them in the meantime.
        await connection.query(`lock table ${listed.map(qualified).join(', ')} in access share mode`);
        for (const table of listed) {
          const file = `tables/${table.schema}.${table.name}.copy.gz`;
          tables.push({ ...table, rows: await copyOut(connection, table, join(unfinished, file)), file });
        }
        const sequences = await readSequences(connection, features.schemas, listed);
        return { migrations, keySecretVersion: await keySecretVersion(connection), tables, sequences };
      }),
    );
    const manifest = { format: FORMAT, createdAt: now.toISOString(), ...contents, files } as const;
    const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
    await writeFile(join(unfinished, MANIFEST), text, { mode: 0o600, flush: true });
    await writeChecksums(unfinished, [...contents.tables.map(({ file }) => file), ...files]);
    await rename(unfinished, folder);
    return manifest;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function refuseUsedFolder(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries.length > 0)
    throw new BackupError(`${folder} is not empty. Name a folder that doesn't exist yet.`);
}

async function inSnapshot<T>(connection: RawConnection, work: () => Promise<T>): Promise<T> {
  await connection.query(`begin isolation level repeatable read read only; ${TEXT_SETTINGS}`);
  const result = await work();
  await connection.query('commit');
  return result;
}

/** Rejects other schema versions: of their tables, this version might leave something out. */
async function currentMigrations(connection: RawConnection, features: FeatureSet): Promise<string[]> {
  const [{ isThere }] = (
    await connection.query<{ isThere: boolean }>(`select to_regclass($1) is not null as "isThere"`, [
      MIGRATIONS_TABLE,
    ])
  ).rows;
  if (!isThere) throw new BackupError('There is nothing to back up: no service has used this database yet.');
  const { rows } = await connection.query<{ name: string }>(
    `select name from ${MIGRATIONS_TABLE} order by id`,
  );
  const executed = rows.map(({ name }) => name);
  refuseUnknownMigrations('database', withJoinedMigrations('database', executed), features);
  if (features.migrations.every(({ name }) => executed.includes(name))) return executed;
  throw new BackupError(
    'The database has the schema of an earlier version: make the backup with that version, or bring the database to ' +
      'this one with `npm run migrate` first.',
  );
}

async function keySecretVersion(connection: RawConnection): Promise<string | null> {
  const { rows } = await connection.query<{ version: string }>('select version from key_secret');
  return rows[0]?.version ?? null;
}
