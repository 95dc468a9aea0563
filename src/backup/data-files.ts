import { constants, existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { chmodSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const KEY_SECRET_FILE = 'key-secret';
const JOURNAL = 'usage';
const SEGMENT = '.segment';

/**
 * Copies what the data directory holds and the database does not: the generated secret, and the usage that is not in
 * the database yet. Called before the snapshot of the database is taken: what is applied in between is in both, and is
 * recognised by its number.
 * @returns the copies' paths below the folder
 */
export async function copyDataFiles(dataDirectory: string, folder: string): Promise<string[]> {
  const copied: string[] = [];
  for (const path of dataFiles(dataDirectory)) {
    const file = relative(dataDirectory, path);
    if (await copyPrivately(path, join(folder, file))) copied.push(file);
  }
  return copied;
}

/** What a restore would write over, or mix with. */
export function dataFiles(dataDirectory: string): string[] {
  const secret = join(dataDirectory, KEY_SECRET_FILE);
  return [...(existsSync(secret) ? [secret] : []), ...segmentsBelow(join(dataDirectory, JOURNAL))];
}

export function hasKeySecret(files: readonly string[]): boolean {
  return files.includes(KEY_SECRET_FILE);
}

export function keySecretPath(folder: string): string {
  return join(folder, KEY_SECRET_FILE);
}

/** @returns false where the file is gone: the database has what was in it */
export async function copyPrivately(path: string, target: string): Promise<boolean> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  try {
    await copyFile(path, target, constants.COPYFILE_EXCL);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  chmodSync(target, 0o600);
  return true;
}

function segmentsBelow(directory: string): string[] {
  if (!existsSync(directory)) return [];
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith(SEGMENT))
    .sort()
    .map((name) => join(directory, name));
}
