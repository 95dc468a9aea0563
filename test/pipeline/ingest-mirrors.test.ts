import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, afterAll, expect, test } from '@jest/globals';
import { freePort } from '../support/free-port.js';
import { MirrorServer, type MirrorRequest } from '../support/mirror-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { IngestHarness } from './ingest-harness.js';

const RUN = ['--run', '2020-08-04T12', '--steps', '0,6,12'];
const F006 = 'gfs.20200804/12/products/atmos/grib2/0p25/gfs.t12z.pres_a.0p25.f006.grib2';
const F012 = F006.replace('f006', 'f012');

describeWithSharedData('a model with a mirror', () => {
  const root = join(sharedData ?? '', 'gfs-v17');
  let first: MirrorServer;
  let second: MirrorServer;
  let harness: IngestHarness;
  /** The hash of the values taken from a single source. */
  let expected: string;

  const valuesOf = async (of: IngestHarness) => {
    const runs = join(of.dataDirectory, 'runs');
    const [name] = await readdir(runs);
    return createHash('sha256')
      .update(await readFile(join(runs, name, 'values.packed')))
      .digest('hex');
  };

  beforeAll(async () => {
    first = await MirrorServer.start({ root });
    second = await MirrorServer.start({ root });
    const alone = await IngestHarness.create();
    await alone.run(root, RUN);
    expected = await valuesOf(alone);
    await alone.remove();
  });
  beforeEach(async () => {
    harness = await IngestHarness.create();
    for (const mirror of [first, second]) {
      mirror.fault = undefined;
      mirror.headStatus = undefined;
      mirror.requests.length = 0;
    }
  });
  afterEach(() => harness.remove());
  afterAll(async () => {
    await first.close();
    await second.close();
  });

  const take = (...sources: string[]) => harness.run(sources.join(', '), RUN);
  /** Returns the files whose data was requested from a mirror. */
  const dataOf = (mirror: MirrorServer) =>
    [...new Set(mirror.requests.filter(({ range }) => range).map(({ path }) => path.slice(-10, -6)))].sort();
  const expectTaken = async (outcome: { status: number; stderr: string }) => {
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(await valuesOf(harness)).toBe(expected);
  };
  const isOf = (path: string) => (request: MirrorRequest) => request.path === path;

  test('is taken from the first source alone while it works', async () => {
    await expectTaken(await take(first.url, second.url));
    expect([dataOf(first), dataOf(second)]).toEqual([['f000', 'f006', 'f012'], []]);
  });

  test.each([403, 500, 503])('is taken from the second source if the first returns %i', async (status) => {
    first.fault = () => ({ kind: 'status', status });
    await expectTaken(await take(first.url, second.url));
    expect(dataOf(first)).toEqual([]);
    expect(dataOf(second)).toEqual(['f000', 'f006', 'f012']);
  });

  test('is taken from the second source if the first is unreachable', async () => {
    await expectTaken(await take(`http://127.0.0.1:${await freePort()}`, second.url));
  });

  test('takes the steps that the first source lacks from the second', async () => {
    first.fault = ({ path }) => (path.includes('.f012') ? { kind: 'status', status: 404 } : undefined);
    await expectTaken(await take(first.url, second.url));
    expect([dataOf(first), dataOf(second)]).toEqual([['f000', 'f006'], ['f012']]);
  });

  test.each([
    ['has no file beside the inventory', { kind: 'status', status: 404 }],
    ['has a shorter file', { kind: 'file-ends-at', endBytes: 800_000 }],
    ['breaks off', { kind: 'cut', afterBytes: 1_000 }],
  ] as const)('takes a step from the second source if the first %s', async (_, fault) => {
    first.fault = (request) => (isOf(F006)(request) ? fault : undefined);
    await expectTaken(await take(first.url, second.url));
    expect(dataOf(second)).toContain('f006');
    // With its own inventory, and only that version of the file.
    expect(second.requests.some(isOf(`${F006}.idx`))).toBe(true);
    const ranges = second.requests.filter((request) => isOf(F006)(request) && request.range);
    expect(ranges.every(({ precondition }) => precondition !== undefined)).toBe(true);
  });

  test('never combines the inventory of one source with the data of another', async () => {
    // The second source has another upload of the step, which lacks the last record.
    const text = readFileSync(join(root, `${F012}.idx`), 'utf8').replace(/[^\n]*\n$/, '');
    second.fault = (request) =>
      isOf(`${F012}.idx`)(request) ? { kind: 'content', body: Buffer.from(text) } : undefined;
    first.fault = (request) => (isOf(F012)(request) ? { kind: 'status', status: 404 } : undefined);
    const outcome = await take(first.url, second.url);
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toMatch(/^FileMissingError: [^\n]*f012\.grib2 does not exist \(404\)\n$/);
    expect(second.requests.filter(({ range }) => range)).toEqual([]);
  });

  test("fails with the first source's error if no source works", async () => {
    first.fault = () => ({ kind: 'status', status: 403 });
    second.fault = () => ({ kind: 'status', status: 503 });
    const outcome = await take(first.url, second.url);
    expect(outcome.stderr).toMatch(
      new RegExp(`^HttpStatusError: ${first.url}/[^\n]+ the server returned 403 Forbidden\n$`),
    );
  });
});
