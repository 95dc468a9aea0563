import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './backup-error.js';
import { MANIFEST, readManifest, type BackupManifest } from './backup-manifest.js';

/** In the format of `sha256sum`. */
const CHECKSUMS = 'SHA256SUMS';

/** Writes the last file of a backup. Files that it doesn't list aren't part of the backup. */
export async function writeChecksums(folder: string, files: string[]): Promise<void> {
  let text = '';
  for (const file of [MANIFEST, ...files]) text += `${await digest(join(folder, file))}  ${file}\n`;
  await writeFile(join(folder, CHECKSUMS), text, { mode: 0o600, flush: true });
}

/**
 * Reads and verifies all files of a backup.
 * @throws BackupError unless it is complete and unchanged
 */
export async function verifyBackup(folder: string): Promise<BackupManifest> {
  const sums = await readChecksums(folder);
  await verify(folder, MANIFEST, sums);
  const manifest = await readManifest(folder);
  for (const { file } of manifest.tables) await verify(folder, file, sums);
  for (const file of manifest.files) await verify(folder, file, sums);
  return manifest;
}

async function readChecksums(folder: string): Promise<Map<string, string>> {
  let text: string;
  try {
    text = await readFile(join(folder, CHECKSUMS), 'utf8');
  } catch (error) {
    throw new BackupError(`${folder} is not a complete backup: ${CHECKSUMS} can't be read.`, {
      cause: error,
    });
  }
  const lines = [...text.matchAll(/^([\da-f]{64}) {2}(.+)$/gm)];
  return new Map(lines.map(([, sum, file]) => [file, sum]));
}

async function verify(folder: string, file: string, sums: Map<string, string>): Promise<void> {
  const expected = sums.get(file);
  const actual = await digest(join(folder, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BackupError(`The backup is damaged: ${file} is missing.`);
    throw error;
  });
  if (actual !== expected)
    throw new BackupError(`The backup is damaged: ${file} doesn't match its checksum in ${CHECKSUMS}.`);
}

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
