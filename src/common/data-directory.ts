import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The directory that `DATA_DIR` names cannot be used. */
export class DataDirectoryError extends Error {
  constructor(directory: string, { message }: Error) {
    super(`Can't use DATA_DIR: ${directory}: ${message}.`);
  }
}

/**
 * Makes the directory unless it is there.
 * @throws DataDirectoryError also where it may not be read or written
 */
export function prepareDataDirectory(directory: string): void {
  try {
    makeDirectory(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DataDirectoryError(directory, error as Error);
  }
}

/** One directory after the other: Node.js's own recursion never ends where none can be made, as below /proc (24.21). */
function makeDirectory(directory: string): void {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(directory) !== directory) makeDirectory(dirname(directory));
  mkdirSync(directory);
}
