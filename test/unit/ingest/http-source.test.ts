import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { LONGEST_TEXT_BYTES } from '../../../src/ingest/source/byte-source.js';
import { HttpSource } from '../../../src/ingest/source/http-source.js';
import { DEFAULT_NETWORK_POLICY } from '../../../src/ingest/source/network-policy.js';
import { MirrorServer, type MirrorFault } from '../../support/mirror-server.js';

const FILE = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);
const policy = {
  ...DEFAULT_NETWORK_POLICY,
  connections: 2,
  retryDelaysMs: [1, 1],
  stallTimeoutMs: 5_000,
  throughputFloor: { bytes: 1_000, perMs: 60_000 },
};
const signal = new AbortController().signal;

let root: string;
let mirror: MirrorServer;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'http-source-'));
  await mkdir(join(root, 'run'));
  await writeFile(join(root, 'run', 'file'), FILE);
  await writeFile(join(root, 'run', 'file.idx'), '1:0:d=2020080412:TMP:surface:anl:\n');
});
afterAll(() => rm(root, { recursive: true }));
beforeEach(async () => {
  mirror = await MirrorServer.start({ root });
});
afterEach(() => mirror.close());

const source = (changes: Partial<typeof policy> = {}) =>
  new HttpSource(mirror.url, { ...policy, ...changes });
const readRange = (startBytes: number, endBytes?: number) =>
  source().readRange('run/file', { startBytes, endBytes }, signal);

describe('existing files', () => {
  test('a text is read completely, and a missing one is undefined', async () => {
    expect(await source().readText('run/file.idx', signal)).toBe('1:0:d=2020080412:TMP:surface:anl:\n');
    expect(await source().readText('run/other.idx', signal)).toBeUndefined();
  });

  test('a range returns exactly its bytes', async () => {
    expect(Buffer.from(await readRange(10, 20))).toEqual(Buffer.from(FILE.subarray(10, 20)));
    expect(Buffer.from(await readRange(999, 1000))).toEqual(Buffer.from(FILE.subarray(999)));
  });

  test('a range without an end extends to the end of the file', async () => {
    expect(Buffer.from(await readRange(990))).toEqual(Buffer.from(FILE.subarray(990)));
    expect(mirror.requests.map(({ range }) => range)).toEqual(['bytes=990-']);
  });
});

describe('the version of a file', () => {
  const version = (tag: string) => ({ sizeBytes: FILE.length, tag: expect.stringMatching(tag) });
  const read = async (ranged = source()) => {
    const described = await ranged.describe('run/file', signal);
    return () => ranged.readRange('run/file', { startBytes: 10, endBytes: 20 }, signal, described);
  };
  const other = (changed: Uint8Array): MirrorFault => ({ kind: 'content', body: changed });
  const sameLength = FILE.map((byte) => byte ^ 1);

  test.each([
    ['etag', version('^"1000-\\d+"$')],
    ['weak-etag', version(' GMT$')],
    ['last-modified', version(' GMT$')],
    ['none', { sizeBytes: FILE.length, tag: undefined }],
  ] as const)('by %s is known, and its ranges can be read', async (versions, expected) => {
    mirror.versions = versions;
    expect(await source().describe('run/file', signal)).toEqual(expected);
    expect(Buffer.from(await (await read())())).toEqual(Buffer.from(FILE.subarray(10, 20)));
    expect(mirror.requests[0].precondition).toEqual(expected.tag);
  });

  test.each([403, 404, 405, 501])('is unknown if HEAD returns %d', async (status) => {
    mirror.headStatus = status;
    expect(await source().describe('run/file', signal)).toBeUndefined();
    expect(mirror.heads).toHaveLength(1);
  });

  test('is an error rather than unknown if the request fails after retries', async () => {
    mirror.headStatus = 503;
    await expect(source().describe('run/file', signal)).rejects.toMatchObject({ name: 'HttpStatusError' });
    expect(mirror.heads).toHaveLength(3);
  });

  test.each([
    ['etag', false, sameLength],
    ['etag', true, sameLength],
    ['last-modified', false, sameLength],
    ['last-modified', true, sameLength],
    ['weak-etag', true, sameLength],
    ['none', true, FILE.subarray(0, 999)],
    ['none', true, FILE.subarray(0, 5)],
  ] as const)('by %s is checked for changes (preconditions ignored: %s)', async (...row) => {
    const [versions, ignoresPreconditions, changed] = row;
    Object.assign(mirror, { versions, ignoresPreconditions });
    const again = await read();
    mirror.fault = () => other(changed);
    await expect(again()).rejects.toMatchObject({
      name: 'FileChangedError',
      transient: true,
      message: `${mirror.url}/run/file was replaced after its inventory was read`,
    });
  });
});

test('a slow body may take longer than the stall timeout', async () => {
  mirror.fault = ({ attempt }) => (attempt === 1 ? { kind: 'drip', everyMs: 15 } : { kind: 'html' });
  const slow = source({ stallTimeoutMs: 1_000 });
  const bytes = await slow.readRange('run/file', { startBytes: 0, endBytes: 100 }, signal);
  expect(Buffer.from(bytes)).toEqual(Buffer.from(FILE.subarray(0, 100)));
});

describe('a permanent failure is a named error after one request', () => {
  const faults: [string, MirrorFault, string, string][] = [
    ['404', { kind: 'status', status: 404 }, 'FileMissingError', 'run/file does not exist (404)'],
    [
      '403',
      { kind: 'status', status: 403 },
      'HttpStatusError',
      'run/file: the server returned 403 Forbidden',
    ],
    [
      '416',
      { kind: 'status', status: 416 },
      'TruncatedFileError',
      'is shorter than its inventory asks for (416)',
    ],
    ['a web page', { kind: 'html' }, 'RangeIgnoredError', 'sent the whole body (200, text/html)'],
    ['no ranges', { kind: 'range-ignored' }, 'RangeIgnoredError', 'instead of the range asked for'],
    [
      'another range',
      { kind: 'wrong-content-range' },
      'ContentRangeError',
      'Content-Range is "bytes 101-200/1000" where bytes=100-199 was asked for',
    ],
    [
      'an early end',
      { kind: 'file-ends-at', endBytes: 150 },
      'TruncatedFileError',
      'has 150 bytes, its inventory asks for 200',
    ],
    [
      'a shorter range',
      { kind: 'shorter-range', byBytes: 1 },
      'ContentRangeError',
      'Content-Range is "bytes 100-198/1000" where bytes=100-199 was asked for',
    ],
    ['an earlier end', { kind: 'file-ends-at', endBytes: 50 }, 'TruncatedFileError', 'is shorter than'],
  ];

  test.each(faults)('%s', async (_, fault, name, message) => {
    mirror.fault = () => fault;
    await expect(readRange(100, 200)).rejects.toMatchObject({
      name,
      message: expect.stringContaining(message),
    });
    expect(mirror.requests).toHaveLength(1);
  });

  test('an endless inventory', async () => {
    mirror.fault = () => ({ kind: 'content', body: new Uint8Array(LONGEST_TEXT_BYTES + 1) });
    await expect(source().readText('run/file.idx', signal)).rejects.toMatchObject({
      name: 'InventoryError',
      message: `${mirror.url}/run/file.idx is longer than ${LONGEST_TEXT_BYTES} bytes`,
    });
    expect(mirror.requests).toHaveLength(1);
  });

  test('a forbidden inventory, which is not treated as missing', async () => {
    mirror.fault = () => ({ kind: 'status', status: 403 });
    await expect(source().readText('run/file.idx', signal)).rejects.toMatchObject({
      name: 'HttpStatusError',
    });
  });
});

describe('a temporary failure is retried', () => {
  const faults: [string, MirrorFault, string, string][] = [
    ['500', { kind: 'status', status: 500 }, 'HttpStatusError', 'returned 500'],
    ['503', { kind: 'status', status: 503 }, 'HttpStatusError', 'returned 503'],
    [
      'a broken connection',
      { kind: 'cut', afterBytes: 40 },
      'TruncatedDownloadError',
      'ended after 40 of 100 bytes',
    ],
  ];

  test.each([
    ['a range', 100, 200, 'of 100 bytes'],
    ['the rest of the file', 100, undefined, 'of 900 bytes'],
  ])('%s whose body ends early without an error', async (_, start, end, message) => {
    mirror.fault = () => ({ kind: 'short-body', byBytes: 1 });
    await expect(readRange(start, end)).rejects.toMatchObject({
      name: 'TruncatedDownloadError',
      message: expect.stringContaining(message),
    });
    expect(mirror.requests).toHaveLength(3);
  });

  test.each(faults)('%s, followed by success', async (_, fault) => {
    mirror.fault = ({ attempt }) => (attempt < 3 ? fault : undefined);
    expect(Buffer.from(await readRange(100, 200))).toEqual(Buffer.from(FILE.subarray(100, 200)));
    expect(mirror.requests).toHaveLength(3);
  });

  test.each(faults)('%s every time, which becomes a named error', async (_, fault, name, message) => {
    mirror.fault = () => fault;
    await expect(readRange(100, 200)).rejects.toMatchObject({
      name,
      message: expect.stringContaining(message),
    });
    expect(mirror.requests).toHaveLength(3);
  });

  test('a server that stalls', async () => {
    mirror.fault = () => ({ kind: 'stall' });
    const reading = source({ stallTimeoutMs: 50 }).readRange(
      'run/file',
      { startBytes: 0, endBytes: 10 },
      signal,
    );
    await expect(reading).rejects.toMatchObject({
      name: 'DownloadTimeoutError',
      message: expect.stringContaining('run/file: nothing came for 0.05 s'),
    });
    expect(mirror.requests).toHaveLength(3);
  });

  test('a server that is too slow', async () => {
    mirror.fault = () => ({ kind: 'drip', everyMs: 5 });
    const reading = source({ throughputFloor: { bytes: 1_000, perMs: 40 } }).readRange(
      'run/file',
      { startBytes: 0, endBytes: 1000 },
      signal,
    );
    await expect(reading).rejects.toMatchObject({
      name: 'DownloadTimeoutError',
      message: expect.stringMatching(/run\/file: only \d+ bytes came in 0\.\d s$/),
    });
    expect(mirror.requests).toHaveLength(3);
  });

  test('an unreachable server', async () => {
    const { url } = mirror;
    await mirror.close();
    await expect(new HttpSource(url, policy).readText('run/file.idx', signal)).rejects.toMatchObject({
      name: 'ConnectionError',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

test('an abort ends a request with its reason and without retries', async () => {
  const stop = new AbortController();
  mirror.fault = () => {
    setImmediate(() => stop.abort(new Error('enough')));
    return { kind: 'stall' };
  };
  const reading = source().readRange('run/file', { startBytes: 0, endBytes: 10 }, stop.signal);
  await expect(reading).rejects.toThrow('enough');
  expect(mirror.requests).toHaveLength(1);
});

describe('the clock skew of the source', () => {
  test.each([
    ['an hour ahead', 3_600_000, {}],
    ['an hour ahead behind a cache', 3_600_000, { age: '600' }],
    ['a day behind', -86_400_000, {}],
  ])('%s', async (_, skewMs, headers: { age?: string }) => {
    const date = new Date(Date.now() + skewMs - Number(headers.age ?? 0) * 1000).toUTCString();
    mirror.headers = { date, ...headers };
    const mirrored = source();
    expect(mirrored.clockSkewMs).toBeUndefined();
    await mirrored.readText('run/file.idx', signal);
    // The header has a resolution of one second.
    expect(Math.abs((mirrored.clockSkewMs ?? NaN) - skewMs)).toBeLessThan(10_000);
  });
});
