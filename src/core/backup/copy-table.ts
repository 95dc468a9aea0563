import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { from, to } from 'pg-copy-streams';
import { BackupError } from './backup-error.js';
import type { TableCopy } from './backup-manifest.js';
import type { RawConnection } from './raw-connection.js';
import { type ListedTable, qualified, quoted } from './table-list.js';

/** Settings for a text format that every server reads in the same way. */
export const TEXT_SETTINGS = `set local datestyle to 'ISO'; set local timezone to 'UTC'; set local intervalstyle to 'postgres';
  set local extra_float_digits to 1; set local client_encoding to 'UTF8'; set local statement_timeout to 0`;

/** Writes the rows that the connection's transaction sees. Returns their number. */
export async function copyOut(connection: RawConnection, table: ListedTable, path: string): Promise<number> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const rows = connection.query(to(`copy ${withColumns(table)} to stdout`));
  const file = createWriteStream(path, { mode: 0o600, flush: true });
  await pipeline(rows, createGzip({ level: constants.Z_BEST_SPEED }), file);
  return rows.rowCount;
}

export async function copyIn(connection: RawConnection, table: TableCopy, path: string): Promise<void> {
  const rows = connection.query(from(`copy ${withColumns(table)} from stdin`));
  await pipeline(createReadStream(path), createGunzip(), rows);
  if (rows.rowCount !== table.rows)
    throw new BackupError(
      `${qualified(table)} took ${rows.rowCount} rows, of which the backup has ${table.rows}.`,
    );
}

function withColumns(table: ListedTable): string {
  return `${qualified(table)} (${table.columns.map(quoted).join(', ')})`;
}
