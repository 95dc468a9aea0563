import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** The longest path of a Unix socket: the size of the kernel's field, minus the terminating zero. */
const LONGEST_SOCKET_PATH_BYTES = process.platform === 'linux' ? 107 : 103;
const SOCKET_PORT = 5432;

/**
 * Where the server listens. `host` is the directory of its Unix socket, or an address; `port` is also part of the
 * socket's name.
 */
export interface Endpoint {
  host: string;
  port: number;
}

/**
 * Uses a Unix socket, so that only this user can reach the server. On Windows, where drivers don't support Unix
 * sockets, uses the loopback address.
 */
export async function chooseEndpoint(
  dataDirectory: string,
  platform: string = process.platform,
): Promise<Endpoint> {
  if (platform === 'win32') return { host: '127.0.0.1', port: await freePort() };
  const inData = { host: dataDirectory, port: SOCKET_PORT };
  return fits(inData) ? inData : { host: makeShortDirectory(dataDirectory), port: SOCKET_PORT };
}

export function endpointSettings({ host, port }: Endpoint): Record<string, string> {
  const isSocket = isAbsolute(host);
  return {
    listen_addresses: isSocket ? '' : host,
    port: String(port),
    unix_socket_directories: isSocket ? `"${host.replaceAll('"', '""')}"` : '',
    unix_socket_permissions: '0700',
  };
}

/**
 * Must only be called while no server runs. Removes a killed server's socket and its lock file. The lock file contains
 * the same process ID as the one in the data directory, and would also keep the next server from starting.
 */
export function removeSocket(endpoint: Endpoint): void {
  if (!isAbsolute(endpoint.host)) return;
  for (const suffix of ['', '.lock']) rmSync(`${socketPath(endpoint)}${suffix}`, { force: true });
}

/** Removes the directory that `chooseEndpoint` may have created outside of the data directory. */
export function removeShortDirectory(dataDirectory: string): void {
  rmSync(shortDirectory(dataDirectory), { recursive: true, force: true });
}

/** Whether a server listens there, even if it is too busy to accept the connection. */
export function isReachable(endpoint: Endpoint): Promise<boolean> {
  return new Promise((resolve) => {
    const { host, port } = endpoint;
    const socket = connect(isAbsolute(host) ? { path: socketPath(endpoint) } : { host, port });
    const answer = (reachable: boolean) => {
      socket.destroy();
      resolve(reachable);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      answer(code !== 'ENOENT' && code !== 'ECONNREFUSED'),
    );
  });
}

function socketPath({ host, port }: Endpoint): string {
  return join(host, `.s.PGSQL.${port}`);
}

function fits(endpoint: Endpoint): boolean {
  return Buffer.byteLength(socketPath(endpoint)) <= LONGEST_SOCKET_PATH_BYTES;
}

function shortDirectory(dataDirectory: string): string {
  const name = `embedded-postgres-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)}`;
  const inTemporary = join(tmpdir(), name);
  return fits({ host: inTemporary, port: SOCKET_PORT }) ? inTemporary : join('/tmp', name);
}

/**
 * Others can write to the directory of temporary files, so this one must belong to this user and be closed to others.
 */
function makeShortDirectory(dataDirectory: string): string {
  const directory = shortDirectory(dataDirectory);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const status = lstatSync(directory);
  if (!status.isDirectory() || status.uid !== process.getuid?.() || (status.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(
      `${directory} is accessible to other users: remove it, or use a data directory with a shorter path.`,
    );
  }
  return directory;
}

async function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
