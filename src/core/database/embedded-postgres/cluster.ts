import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.js';
import { cleanEnvironment } from './clean-environment.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import type { CommandPrefix } from './unprivileged-command.js';

export const SUPERUSER = 'postgres';
const PARTIAL = '.partial-';

export interface ClusterOptions {
  dataDirectory: string;
  binaries: Binaries;
  prefix: CommandPrefix;
  /** Whether the files must be flushed to disk. */
  isDurable: boolean;
}

export function hasCluster(dataDirectory: string): boolean {
  return existsSync(join(dataDirectory, 'PG_VERSION'));
}

/**
 * Creates an empty database cluster. An atomic rename publishes it, so an unfinished one is never mistaken for a
 * cluster.
 */
export async function createCluster(options: ClusterOptions): Promise<void> {
  const { dataDirectory } = options;
  await sweepUnfinished(dataDirectory);
  await makeRoom(dataDirectory);
  const partial = `${dataDirectory}${PARTIAL}${randomBytes(4).toString('hex')}`;
  try {
    await initialise(partial, options);
    await rename(partial, dataDirectory);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  if (options.isDurable && process.platform !== 'win32') await synchronise(dirname(dataDirectory));
}

async function initialise(partial: string, { binaries, prefix, isDurable }: ClusterOptions): Promise<void> {
  const [file, ...parameters] = [
    ...prefix,
    binaries.initdb,
    `--pgdata=${partial}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--auth=trust',
    '--no-instructions',
    ...(isDurable ? [] : ['--no-sync']),
  ];
  try {
    await promisify(execFile)(file, parameters, { env: cleanEnvironment() });
  } catch (error) {
    const output = ((error as { stderr?: string }).stderr ?? '').trim() || (error as Error).message;
    throw new EmbeddedPostgresError(`Can't create the embedded database: ${output}`, { cause: error });
  }
}

/** Removes the remains of killed runs. The caller holds the lock, so none of them is still running. */
async function sweepUnfinished(dataDirectory: string): Promise<void> {
  const parent = dirname(dataDirectory);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(dataDirectory)}${PARTIAL}`)) continue;
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

async function makeRoom(dataDirectory: string): Promise<void> {
  try {
    await rmdir(dataDirectory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    throw new EmbeddedPostgresError(`${dataDirectory} contains files but no database: move them elsewhere.`, {
      cause: error,
    });
  }
}

/** Makes a rename in this directory survive a power failure. */
async function synchronise(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
