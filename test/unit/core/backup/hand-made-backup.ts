import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BackupManifest, FORMAT, MANIFEST } from '../../../../src/core/backup/backup-manifest.js';
import { writeChecksums } from '../../../../src/core/backup/checksums.js';
import { FORMER } from '../../../../src/core/database/initial-migrations.js';

const ACCOUNTS = 'tables/public.accounts.copy.gz';
const COLUMNS = [
  'id',
  'full_name',
  'email',
  'email_key',
  'organization',
  'password_hash',
  'role',
  'status',
  'created_at',
  'updated_at',
];
const ROW =
  'acc_1\tAda\tada@example.com\tada@example.com\t\\N\tx\tadmin\tactive\t2026-01-01 00:00:00+00\t2026-01-01 00:00:00+00\n';

/** Writes a backup with one account, as a version from before the first release would have. */
export async function writeFirstBackup(
  parent: string,
  changes: Partial<BackupManifest> = {},
): Promise<string> {
  const folder = mkdtempSync(join(parent, 'first-'));
  mkdirSync(join(folder, 'tables'));
  writeFileSync(join(folder, ACCOUNTS), gzipSync(ROW));
  const manifest: BackupManifest = {
    format: FORMAT,
    createdAt: '2026-01-02T00:00:00.000Z',
    migrations: FORMER,
    keySecretVersion: null,
    tables: [{ schema: 'public', name: 'accounts', columns: COLUMNS, rows: 1, file: ACCOUNTS }],
    files: [],
    ...changes,
  };
  writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest));
  await writeChecksums(folder, [ACCOUNTS]);
  return folder;
}
