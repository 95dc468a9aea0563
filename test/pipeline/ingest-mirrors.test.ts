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
  /** Of the values that one source alone gives. */
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
  /** The files whose data a mirror was asked for. */
  const dataOf = (mirror: MirrorServer) =>
    [...new Set(mirror.requests.filter(({ range }) => range).map(({ path }) => path.slice(-10, -6)))].sort();
  const expectTaken = async (outcome: { status: number; stderr: string }) => {
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(await valuesOf(harness)).toBe(expected);
  };
  const isOf = (path: string) => (request: MirrorRequest) => request.path === path;

  test('is taken from the first alone while that is well', async () => {
    await expectTaken(await take(first.url, second.url));
    expect([dataOf(first), dataOf(second)]).toEqual([['f000', 'f006', 'f012'], []]);
  });

  test.each([403, 500, 503])('is taken from the next where the first answers %i', async (status) => {
    first.fault = () => ({ kind: 'status', status });
    await expectTaken(await take(first.url, second.url));
    expect(dataOf(first)).toEqual([]);
    expect(dataOf(second)).toEqual(['f000', 'f006', 'f012']);
  });

  test('is taken from the next where nobody listens', async () => {
    await expectTaken(await take(`http://127.0.0.1:${await freePort()}`, second.url));
  });

  test('has the steps from the next that the first lacks', async () => {
    first.fault = ({ path }) => (path.includes('.f012') ? { kind: 'status', status: 404 } : undefined);
    await expectTaken(await take(first.url, second.url));
    expect([dataOf(first), dataOf(second)]).toEqual([['f000', 'f006'], ['f012']]);
  });

  test.each([
    ['has no file beside the inventory', { kind: 'status', status: 404 }],
    ['has a shorter file', { kind: 'file-ends-at', endBytes: 800_000 }],
    ['breaks off', { kind: 'cut', afterBytes: 1_000 }],
  ] as const)('has a step from the next where the first %s', async (_, fault) => {
    first.fault = (request) => (isOf(F006)(request) ? fault : undefined);
    await expectTaken(await take(first.url, second.url));
    expect(dataOf(second)).toContain('f006');
    // By an inventory of its own, and that version of the file alone.
    expect(second.requests.some(isOf(`${F006}.idx`))).toBe(true);
    const ranges = second.requests.filter((request) => isOf(F006)(request) && request.range);
    expect(ranges.every(({ precondition }) => precondition !== undefined)).toBe(true);
  });

  test('never joins the inventory of one with the data of another', async () => {
    // The next one has another upload of the step: its last record is missing.
    const text = readFileSync(join(root, `${F012}.idx`), 'utf8').replace(/[^\n]*\n$/, '');
    second.fault = (request) =>
      isOf(`${F012}.idx`)(request) ? { kind: 'content', body: Buffer.from(text) } : undefined;
    first.fault = (request) => (isOf(F012)(request) ? { kind: 'status', status: 404 } : undefined);
    const outcome = await take(first.url, second.url);
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toMatch(/^FileMissingError: [^\n]*f012\.grib2 does not exist \(404\)\n$/);
    expect(second.requests.filter(({ range }) => range)).toEqual([]);
  });

  test('fails with what the first has where none is well', async () => {
    first.fault = () => ({ kind: 'status', status: 403 });
    second.fault = () => ({ kind: 'status', status: 503 });
    const outcome = await take(first.url, second.url);
    expect(outcome.stderr).toMatch(
      new RegExp(`^HttpStatusError: ${first.url}/[^\n]+ the server returned 403 Forbidden\n$`),
    );
  });
});
