import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The directory in `DATA_DIR` can't be used. */
export class DataDirectoryError extends Error {
  constructor(directory: string, { message }: Error) {
    super(`Can't use DATA_DIR: ${directory}: ${message}.`);
  }
}

/**
 * Creates the directory if it doesn't exist.
 * @throws DataDirectoryError if it can't be created, read or written
 */
export function prepareDataDirectory(directory: string): void {
  try {
    makeDirectory(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DataDirectoryError(directory, error as Error);
  }
}

/**
 * Creates one level at a time: recursive `mkdir` in Node.js (24.21) never returns where nothing can be created, as
 * below /proc.
 */
function makeDirectory(directory: string): void {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(directory) !== directory) makeDirectory(dirname(directory));
  mkdirSync(directory);
}
