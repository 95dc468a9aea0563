import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cleanEnvironment } from './clean-environment.js';
import { type Endpoint, endpointSettings } from './endpoint.js';
import { LaunchError } from './embedded-postgres-error.js';
import { findPostmaster, type PostmasterFile } from './postmaster-file.js';

const POLL_MS = 10;
const TOLD_LINES = 12;

/** The log is meant for repairing the installation. It stays small and contains no values from the tables. */
const LOG_SETTINGS = {
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

export interface LaunchOptions {
  dataDirectory: string;
  /** The program `postgres`, after any prefix needed to run it. */
  command: readonly string[];
  endpoint: Endpoint;
  settings: Record<string, string>;
}

/**
 * Starts the server and waits until it accepts connections, however long crash recovery takes. The server gets its own
 * session, so that it survives Ctrl-C and the end of this process.
 * @throws LaunchError
 */
export async function launchPostmaster({
  dataDirectory,
  command,
  endpoint,
  settings,
}: LaunchOptions): Promise<PostmasterFile> {
  const log = join(dataDirectory, 'server.log');
  if (existsSync(log)) renameSync(log, `${log}.old`);
  const descriptor = openSync(log, 'w', 0o600);
  const given = Object.entries({ ...LOG_SETTINGS, ...endpointSettings(endpoint), ...settings });
  const [file, ...parameters] = [
    ...command,
    '-D',
    dataDirectory,
    ...given.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const server = spawn(file, parameters, {
    detached: true,
    windowsHide: true,
    env: cleanEnvironment(),
    stdio: ['ignore', descriptor, descriptor],
  });
  closeSync(descriptor);
  await once(server, 'spawn');
  server.unref();
  while (server.exitCode === null && server.signalCode === null) {
    const postmaster = findPostmaster(dataDirectory);
    if (postmaster?.pid === server.pid && postmaster?.status === 'ready') return postmaster;
    await sleep(POLL_MS);
  }
  throw new LaunchError(readFileSync(log, 'utf8').trim().split('\n').slice(-TOLD_LINES).join('\n'));
}
