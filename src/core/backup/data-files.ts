import { chmodSync, constants, globSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

const KEY_SECRET_FILE = 'key-secret';

/**
 * Copies what is in the data directory but not in the database. Must be called before the database snapshot: what a
 * feature moves into the database in between is in both copies, which the feature recognizes.
 * @returns the copies' paths relative to the folder
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

/** Returns the generated secret and the features' files: what a restore would overwrite or mix with. */
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

/** @returns false if the file is gone because its contents have moved to the database */
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
