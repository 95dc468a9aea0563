import { chmodSync, constants, globSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

const KEY_SECRET_FILE = 'key-secret';

/**
 * Copies what the data directory holds and the database does not. Called before the snapshot of the database is taken:
 * what a feature moves into the database in between is in both, and the feature recognises it.
 * @returns the copies' paths below the folder
 */
export async function copyDataFiles(
  paths: readonly string[],
  dataDirectory: string,
  folder: string,
): Promise<string[]> {
  const copied: string[] = [];
  for (const path of paths) {
    const file = relative(dataDirectory, path);
    if (await copyPrivately(path, join(folder, file))) copied.push(file);
  }
  return copied;
}

/** The generated secret and what features keep: what a restore would write over, or mix with. */
export function dataFiles(dataDirectory: string, patterns: readonly string[]): string[] {
  const files = globSync([KEY_SECRET_FILE, ...patterns], { cwd: dataDirectory, withFileTypes: true });
  return files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
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
