/** @slow
 * @jest-environment node */
import { spawnSync } from 'node:child_process';
import type * as FileSystem from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { type MirrorServer } from '../support/mirror-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { type IngestHarness as Harness } from './ingest-harness.js';
import { TYPESCRIPT } from './worker-process.js';

type Files = typeof FileSystem;

const RUN = ['--run', '2020-08-04T12', '--steps', '0,6,12'];
const COMMAND = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const root = join(sharedData ?? '', 'gfs');

/** The file for which the disk is full, and the number of bytes that still fit. */
let full: { path: RegExp; afterBytes: number } | undefined;

const real: Files = await import('node:fs/promises');

function noSpace(call: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`ENOSPC: no space left on device, ${call}`), { code: 'ENOSPC' });
}

/** Returns a file that accepts some bytes and then no more. */
function limited(handle: FileSystem.FileHandle, afterBytes: number): FileSystem.FileHandle {
  let left = afterBytes;
  const take = (bytes: number) => {
    left -= bytes;
    if (left < 0) throw noSpace('write');
  };
  return new Proxy(handle, {
    get(target, name) {
      if (name === 'write') {
        return async (buffer: Uint8Array, offset = 0, length = buffer.length - offset, position?: number) => {
          take(length);
          return target.write(buffer, offset, length, position);
        };
      }
      if (name === 'writeFile') {
        return async (data: Uint8Array) => {
          take(data.length);
          await target.writeFile(data);
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

const faulty = {
  async open(path: string, ...rest: [string]) {
    const handle = await real.open(path, ...rest);
    return full?.path.test(path) ? limited(handle, full.afterBytes) : handle;
  },
  async writeFile(path: string, ...rest: [string]) {
    if (full?.path.test(path)) {
      await real.writeFile(path, rest[0].slice(0, full.afterBytes));
      throw noSpace('write');
    }
    await real.writeFile(path, ...rest);
  },
};
jest.unstable_mockModule('node:fs/promises', () => ({ ...real, ...faulty, default: { ...real, ...faulty } }));
const { IngestHarness } = await import('./ingest-harness.js');
const { MirrorServer: Mirror } = await import('../support/mirror-server.js');

describeWithSharedData('a full disk', () => {
  let harness: Harness;
  let mirror: MirrorServer;
  let before: string[];

  beforeAll(async () => {
    harness = await IngestHarness.create();
    mirror = await Mirror.start({ root });
    await harness.run(root, [...RUN.slice(0, 2), '--steps', '0,6']);
    before = await harness.listing();
    expect(before).toHaveLength(7);
  });
  afterEach(async () => {
    full = undefined;
    await harness.forgetDownloads();
  });
  afterAll(async () => {
    await mirror.close();
    await harness.remove();
  });

  test.each([
    ['a download', /downloads\/.*f006/, 0, 'the download of f006'],
    ['a download, in the midst', /downloads\/.*f012/, 50_000, 'the download of f012'],
    ['the spool', /\.spool$/, 0, 'the f'],
    ['the spool, in the midst', /\.spool$/, 25_000, 'the f'],
    ['the values', /values\.packed$/, 0, 'the finished run'],
    ['the values, in the midst', /values\.packed$/, 40_000, 'the finished run'],
    ['the manifest', /run\.json$/, 0, 'the finished run'],
    ['the manifest, in the midst', /run\.json$/, 2_000, 'the finished run'],
  ])('while writing %s is reported, and nothing is left', async (_, path, afterBytes, purpose) => {
    full = { path, afterBytes };
    const outcome = await harness.run(mirror.url, RUN);
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toMatch(/^DiskFullError: there is no disk space for [^\n]+ENOSPC[^\n]+\n$/);
    expect(outcome.stderr).toContain(purpose);
    expect(await harness.listing()).toEqual(before);
    expect(await harness.downloads()).toEqual([]);
  });

  test("doesn't prevent a retry once there is space again", async () => {
    const other = await IngestHarness.create();
    full = { path: /values\.packed$/, afterBytes: 10_000 };
    expect((await other.run(mirror.url, RUN)).status).toBe(1);
    full = undefined;
    expect(await other.run(mirror.url, RUN)).toMatchObject({ status: 0, stderr: '' });
    await other.remove();
  });

  // The system's limit on file sizes stands in for the disk: the pipeline hits it wherever it writes.
  test.each([4, 40, 130])('is reported when files are limited to %i kB', async (limitKilobytes) => {
    const child = spawnSync(
      'sh',
      [
        '-c',
        `ulimit -f ${limitKilobytes * 2}; exec "$@"`,
        'sh',
        process.execPath,
        ...TYPESCRIPT,
        COMMAND,
        'ingest',
        ...RUN,
      ],
      {
        encoding: 'utf8',
        env: {
          ...process.env,
          DATA_DIR: harness.dataDirectory,
          MODELS: 'gfs',
          GFS_BASE_URL: pathToFileURL(root).href,
          GFS_RESOLUTION: '0p25',
        },
      },
    );
    expect(child.stderr).toMatch(/^DiskFullError: there is no disk space for [^\n]+EFBIG[^\n]+\n$/);
    expect(child.status).toBe(1);
    expect(await harness.listing()).toEqual(before);
  });
});
