import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from './endpoint.js';
import { isRunning, worksIn } from './process-table.js';

/** The contents of `postmaster.pid`, which a running or killed server leaves in its data directory. */
export interface PostmasterFile {
  pid: number;
  endpoint: Endpoint;
  status: 'starting' | 'ready' | 'stopping';
}

interface Lines extends PostmasterFile {
  dataDirectory: string;
}

/** Returns the server that runs on this data directory, if any. */
export function findPostmaster(dataDirectory: string): PostmasterFile | undefined {
  const lines = read(dataDirectory);
  return lines !== undefined && isRunning(lines.pid) && isFor(lines, dataDirectory) ? lines : undefined;
}

/**
 * Must only be called while no server runs. Replaces the process ID in a killed server's file, because PostgreSQL would
 * take the process for a server and refuse to start. That ID may have been reused (typical after a container restart),
 * may be a zombie, or the data directory may be a copy of one in use. PostgreSQL ignores the ID of its own parent,
 * which this process will be. It still detects surviving children of the killed server, by the shared memory in line 7.
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
