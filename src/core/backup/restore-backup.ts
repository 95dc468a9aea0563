import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from '../config/configuration.js';
import { SecretHasherService } from '../secrets/secret-hasher.service.js';
import { migrate } from '../database/migrate.js';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import { withJoinedMigrations } from '../database/joined-migrations.js';
import { refuseUnknownMigrations } from '../database/unknown-migrations.js';
import type { FeatureSet } from '../features/feature-set.js';
import { BackupError } from './backup-error.js';
import type { BackupManifest, TableCopy } from './backup-manifest.js';
import { copyIn, TEXT_SETTINGS } from './copy-table.js';
import { copyPrivately, dataFiles, hasKeySecret, keySecretPath } from './data-files.js';
import { checkConstraints, deferConstraints } from './deferred-constraints.js';
import { type RawConnection, withRawConnection } from './raw-connection.js';
import { restoreSequences } from './sequences.js';
import { entityTables, MIGRATIONS_TABLE, PUBLIC_SCHEMA, qualified, quoted } from './table-list.js';

const VALUE = /(?:'(?:[^']|'')*'|-?[\d.]+|true|false|NULL|MINVALUE|MAXVALUE)/.source;
const VALUES = `\\(${VALUE}(?:, ${VALUE})*\\)`;
/** Matches PostgreSQL's text of partition bounds, so that nothing else from a backup is executed as SQL. */
const BOUND = new RegExp(
  `^(?:DEFAULT|FOR VALUES (?:FROM ${VALUES} TO ${VALUES}|IN ${VALUES}|WITH \\(modulus \\d+, remainder \\d+\\)))$`,
);

export interface Restoration {
  manifest: BackupManifest;
  folder: string;
  configuration: Configuration;
  features: FeatureSet;
}

/**
 * Checks what can be checked before the database is open.
 * @throws BackupError
 */
export function refuseUnfit({ manifest, folder, configuration, features }: Restoration): void {
  const { dataDirectory } = configuration;
  const [present] = dataFiles(dataDirectory, features.dataFiles);
  if (present !== undefined)
    throw new BackupError(`${dataDirectory} is in use: it has ${present}. Restore into an empty DATA_DIR.`);
  refuseUnknownMigrations('backup', withJoinedMigrations('backup', manifest.migrations), features);
  refuseOtherSecret(manifest, folder, configuration);
}

function refuseOtherSecret(
  { keySecretVersion, files }: BackupManifest,
  folder: string,
  { keySecret }: Configuration,
): void {
  if (keySecretVersion === null) return;
  const kept = hasKeySecret(files) ? readFileSync(keySecretPath(folder), 'utf8').trim() : undefined;
  const secret = keySecret ?? kept;
  if (secret === undefined)
    throw new BackupError(
      "The backup doesn't contain the key secret: set KEY_SECRET to the one used before.",
    );
  const { version } = new SecretHasherService(secret);
  if (version !== keySecretVersion)
    throw new BackupError(
      `The key secret doesn't match the backup: its keys need the secret with the fingerprint ${keySecretVersion}…, not ` +
        `${version}….`,
    );
}

/**
 * Fills an empty database and the data directory. After a failure, everything that was added to them is removed.
 */
export async function restoreBackup(
  database: DatabaseConnection,
  { manifest, folder, configuration, features }: Restoration,
): Promise<void> {
  await withRawConnection(database, features, async (connection, orm) => {
    const migrations = qualified({ schema: PUBLIC_SCHEMA, name: MIGRATIONS_TABLE });
    await refuseUsedDatabase(connection, [...entityTables(orm), migrations], features.schemas);
    const before = { schemas: await schemasOf(connection), tables: await publicTables(connection) };
    try {
      await migrate(database, features, withJoinedMigrations('backup', manifest.migrations));
      await fillTables(connection, manifest, folder);
      await migrate(database, features);
      await restoreFiles(manifest.files, folder, configuration);
    } catch (error) {
      await dropAllBut(before, connection).catch(() => undefined);
      throw error;
    }
  });
}

async function refuseUsedDatabase(
  connection: RawConnection,
  ownTables: string[],
  schemas: readonly string[],
): Promise<void> {
  const { rows } = await connection.query<{ used: boolean }>(
    `select exists (select from unnest($1::text[]) as s where to_regnamespace(s) is not null)
      or exists (select from unnest($2::text[]) as t where to_regclass(t) is not null) as used`,
    [schemas.map(quoted), ownTables],
  );
  if (rows[0].used)
    throw new BackupError(
      'The database is in use: a service was started on it. Restore into an empty database: with DATABASE_URL ' +
        'another one, without it an empty DATA_DIR.',
    );
}

async function fillTables(
  connection: RawConnection,
  { tables, sequences = [] }: BackupManifest,
  folder: string,
): Promise<void> {
  await connection.query(`begin; ${TEXT_SETTINGS}`);
  try {
    for (const table of tables)
      if (table.partition) await createPartition(connection, table, table.partition);
    await emptyTables(connection, tables);
    const constraints = await deferConstraints(connection, tables);
    for (const table of tables) await copyIn(connection, table, join(folder, table.file));
    await checkConstraints(connection, constraints);
    await restoreSequences(connection, sequences);
    await connection.query('commit');
  } catch (error) {
    await connection.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Empties the tables, which migrations may have filled. `cascade` also empties tables that reference them but aren't in
 * the backup.
 */
async function emptyTables(connection: RawConnection, tables: TableCopy[]): Promise<void> {
  if (tables.length === 0) return;
  await connection.query(`truncate ${tables.map(qualified).join(', ')} restart identity cascade`);
}

async function createPartition(
  connection: RawConnection,
  { schema, name }: TableCopy,
  { of, bound }: { of: string; bound: string },
): Promise<void> {
  if (!BOUND.test(bound)) throw new BackupError(`${name} is a partition of an unknown kind: ${bound}.`);
  const parent = qualified({ schema, name: of });
  await connection.query(
    `create table if not exists ${qualified({ schema, name })} partition of ${parent} ${bound}`,
  );
}

/** Skips the secret's file if KEY_SECRET is set: there must not be two secrets. */
async function restoreFiles(files: string[], folder: string, configuration: Configuration): Promise<void> {
  const { dataDirectory, keySecret } = configuration;
  const restored: string[] = [];
  try {
    for (const file of files) {
      if (keySecret !== undefined && hasKeySecret([file])) continue;
      const target = join(dataDirectory, file);
      if (await copyPrivately(join(folder, file), target)) restored.push(target);
    }
  } catch (error) {
    for (const target of restored) await rm(target, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Drops everything that is new, whatever its name: earlier versions had tables that this one no longer knows. */
async function dropAllBut(
  { schemas, tables }: { schemas: string[]; tables: string[] },
  connection: RawConnection,
): Promise<void> {
  for (const schema of await schemasOf(connection))
    if (!schemas.includes(schema)) await connection.query(`drop schema ${quoted(schema)} cascade`);
  for (const name of await publicTables(connection))
    if (!tables.includes(name))
      await connection.query(`drop table if exists ${qualified({ schema: PUBLIC_SCHEMA, name })} cascade`);
}

async function schemasOf(connection: RawConnection): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    `select nspname as name from pg_namespace where not nspname ^@ 'pg_'`,
  );
  return rows.map(({ name }) => name);
}

async function publicTables(connection: RawConnection): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = $1',
    [PUBLIC_SCHEMA],
  );
  return rows.map(({ name }) => name);
}
