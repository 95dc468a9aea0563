import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chooseEndpoint,
  endpointSettings,
  isReachable,
  removeShortDirectory,
} from '../../../../src/core/database/embedded-postgres/endpoint.js';

const SOCKET_NAME = '/.s.PGSQL.5432';

describe('chooseEndpoint', () => {
  const longDirectory = `/${'long/'.repeat(30)}`;
  let made: string | undefined;

  afterEach(() => {
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
    made = undefined;
  });

  test('uses the data directory if the socket’s path fits, and a short directory otherwise', async () => {
    const longestBytes = process.platform === 'linux' ? 107 : 103;
    const fitting = `/${'ü'.repeat(2)}`.padEnd(longestBytes - SOCKET_NAME.length - 2, 'x');
    expect(Buffer.byteLength(fitting + SOCKET_NAME)).toBe(longestBytes);
    expect(await chooseEndpoint(fitting, 'linux')).toEqual({ host: fitting, port: 5432 });

    made = (await chooseEndpoint(`${fitting}x`, 'linux')).host;
    expect(Buffer.byteLength(made + SOCKET_NAME)).toBeLessThan(longestBytes);
    expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  test('always uses the same short directory for a data directory, and can remove it', async () => {
    const endpoint = await chooseEndpoint(longDirectory, 'linux');
    made = endpoint.host;
    expect(await chooseEndpoint(longDirectory, 'linux')).toEqual(endpoint);
    const other = await chooseEndpoint(`${longDirectory}other`, 'linux');
    expect(other.host).not.toBe(endpoint.host);
    removeShortDirectory(`${longDirectory}other`);
    expect([existsSync(other.host), existsSync(endpoint.host)]).toEqual([false, true]);
  });

  test('rejects a short directory that others can access', async () => {
    made = (await chooseEndpoint(longDirectory, 'linux')).host;
    chmodSync(made, 0o755);
    await expect(chooseEndpoint(longDirectory, 'linux')).rejects.toThrow('is accessible to other users');
  });

  test('uses a free loopback port on Windows', async () => {
    const endpoint = await chooseEndpoint('C:\\data', 'win32');
    expect(endpoint).toEqual({ host: '127.0.0.1', port: expect.any(Number) });
    expect(await isReachable(endpoint)).toBe(false);
    expect(endpointSettings(endpoint)).toMatchObject({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
    });
  });
});

describe('isReachable', () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'endpoint-'));
    mkdirSync(join(directory, 'empty'));
  });

  afterEach(() => rmSync(directory, { recursive: true }));

  test('detects whether anything listens on a socket', async () => {
    const server = createServer().listen(join(directory, SOCKET_NAME));
    await new Promise((listening) => server.once('listening', listening));
    expect(await isReachable({ host: directory, port: 5432 })).toBe(true);
    expect(await isReachable({ host: join(directory, 'empty'), port: 5432 })).toBe(false);
    await new Promise((closed) => server.close(closed));
  });
});
