import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from './endpoint.js';
import { isRunning, worksIn } from './process-table.js';

/** `postmaster.pid`: what a running server, or one that was killed, says about itself in its data directory. */
export interface PostmasterFile {
  pid: number;
  endpoint: Endpoint;
  status: 'starting' | 'ready' | 'stopping';
}

interface Lines extends PostmasterFile {
  dataDirectory: string;
}

/** The server that runs on this data directory, if one does. */
export function findPostmaster(dataDirectory: string): PostmasterFile | undefined {
  const lines = read(dataDirectory);
  return lines !== undefined && isRunning(lines.pid) && isFor(lines, dataDirectory) ? lines : undefined;
}

/**
 * To be called where no server runs. A killed server's process number may belong to another process by now, as it does
 * when a container starts again, or to its own remains that nobody collects, or the data directory may be a copy of
 * one in use. PostgreSQL would take that process for a server and refuse to start. It overlooks its own parent, which
 * this process will be, and still sees by the shared memory that line 7 names whether the killed server's children
 * live on.
 */
export function disownPostmasterFile(dataDirectory: string): void {
  if (read(dataDirectory) === undefined) return;
  const path = pathIn(dataDirectory);
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^.*/, String(process.pid)));
}

function pathIn(dataDirectory: string): string {
  return join(dataDirectory, 'postmaster.pid');
}

function read(dataDirectory: string): Lines | undefined {
  let text: string;
  try {
    text = readFileSync(pathIn(dataDirectory), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const [pid, directory = '', , port, socketDirectory, address = '', , status = ''] = text.split(/\r?\n/);
  if (!(Number(pid) > 0)) return undefined;
  // The data directory may have been renamed since, and its socket with it.
  const host = socketDirectory === directory ? dataDirectory : socketDirectory || address;
  return {
    pid: Number(pid),
    dataDirectory: directory,
    endpoint: { host, port: Number(port) },
    status: parse(status),
  };
}

function parse(status: string): PostmasterFile['status'] {
  const word = status.trim();
  return word === 'ready' || word === 'stopping' ? word : 'starting';
}

function isFor(lines: Lines, dataDirectory: string): boolean {
  const told = worksIn(lines.pid, dataDirectory);
  if (told !== undefined) return told;
  try {
    return realpathSync(lines.dataDirectory) === realpathSync(dataDirectory);
  } catch {
    return false;
  }
}
