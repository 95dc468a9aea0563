/** @slow */
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { MirrorServer } from '../support/mirror-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { IMPATIENT, IngestHarness } from './ingest-harness.js';

const RUN = ['--run', '2020-08-04T12', '--steps', '0,6,12'];
const F006 = 'gfs.20200804/12/atmos/gfs.t12z.pgrb2.0p25.f006';
const F012 = F006.replace('f006', 'f012');

const DEADLINE_MS = 3_000;

/** Holds the timers of this length until the returned function is called: how fast the machine is plays no part. */
function holdTimers(lengthMs: number): () => void {
  const held: (() => void)[] = [];
  const { setTimeout } = globalThis;
  const spy = jest.spyOn(globalThis, 'setTimeout').mockImplementation((task: () => void, ms?: number) => {
    if (ms === lengthMs) held.push(task);
    return setTimeout(task, ms === lengthMs ? 2 ** 31 - 1 : ms);
  });
  return () => {
    spy.mockRestore();
    for (const task of held) task();
  };
}

describeWithSharedData('an ingest after a failed one', () => {
  const root = join(sharedData ?? '', 'gfs');
  let harness: IngestHarness;
  let mirror: MirrorServer;
  let undisturbed: string;

  beforeAll(async () => {
    const other = await IngestHarness.create();
    await other.run(root, RUN);
    undisturbed = await values(other);
    await other.remove();
    mirror = await MirrorServer.start({
      root,
      redate: {
        from: { run: new Date('2020-08-04T12:00:00Z'), resolution: '0p25' },
        to: ['2020-08-04T06:00:00Z', '2020-08-05T00:00:00Z'].map((run) => ({
          run: new Date(run),
          resolution: '0p25',
        })),
      },
    });
  });
  beforeEach(async () => {
    harness = await IngestHarness.create();
    mirror.fault = ({ path }) => (path === F012 ? { kind: 'status', status: 500 } : undefined);
    expect(await harness.run(mirror.url, RUN)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^HttpStatusError/),
    });
    expect((await harness.downloads()).length).toBe(2);
    mirror.fault = undefined;
    mirror.requests.length = 0;
  });
  afterEach(() => harness.remove());
  afterAll(() => mirror.close());

  const values = async (of: IngestHarness) => {
    const name = of.withRun((run) => run.name);
    return (await readFile(join(of.dataDirectory, 'runs', name, 'values.packed'))).toString('base64');
  };
  const fetched = () => [
    ...new Set(mirror.requests.filter(({ range }) => range !== undefined).map(({ path }) => path)),
  ];

  async function expectPublished(): Promise<string> {
    const outcome = await harness.run(mirror.url, RUN);
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(await values(harness)).toBe(undisturbed);
    expect(await harness.downloads()).toEqual([]);
    return outcome.stdout;
  }

  test('downloads only what is missing, and leaves no downloads behind', async () => {
    const stdout = await expectPublished();
    expect(fetched()).toEqual([F012]);
    expect(stdout).toContain('f006: 21 records, 0 B');
  });

  test.each([
    ['stepDeadlineMs', 'f012'],
    ['runDeadlineMs', 'the run 2020-08-04T12Z'],
  ])('continues with the downloads that were kept when %s passed', async (deadline, what) => {
    await harness.forgetDownloads();
    const slow = { ...IMPATIENT, throughputFloor: { bytes: 1, perMs: 300_000 } };
    harness.networkPolicy = { ...slow, [deadline]: DEADLINE_MS };
    mirror.fault = ({ path }) => (path === F012 ? { kind: 'drip', everyMs: 5 } : undefined);
    const pass = holdTimers(DEADLINE_MS);
    const { stdout, ended } = harness.start(mirror.url, RUN);
    for (const step of ['f000', 'f006']) await stdout.until(new RegExp(`${step}: `));
    pass();
    expect(await ended).toMatchObject({
      status: 1,
      stderr: `DownloadTimeoutError: ${what} was not there after 3 s\n`,
    });
    expect(await harness.downloads()).toHaveLength(2);
    harness.networkPolicy = IMPATIENT;
    mirror.fault = undefined;
    mirror.requests.length = 0;
    await expectPublished();
    expect(fetched()).toEqual([F012]);
  });

  test('downloads again what was uploaded again', async () => {
    const inventory = readFileSync(join(root, `${F006}.idx`), 'utf8');
    const body = Buffer.from(inventory.replace(/\n$/, ':\n'));
    mirror.fault = ({ path }) => (path === `${F006}.idx` ? { kind: 'content', body } : undefined);
    await expectPublished();
    expect(fetched().sort()).toEqual([F006, F012]);
  });

  test.each([
    ['is damaged', (bytes: Buffer) => bytes.fill(0x41, 5000, 5001)],
    ['is cut short', (bytes: Buffer) => bytes.subarray(0, 5000)],
    ['is empty', () => Buffer.alloc(0)],
    ['is all zeroes', (bytes: Buffer) => bytes.fill(0)],
  ])('downloads again what %s', async (_, damage) => {
    for (const path of await harness.downloads()) await writeFile(path, damage(await readFile(path)));
    await expectPublished();
    expect(fetched()).toHaveLength(3);
  });

  test('keeps the downloads of a newer run, and deletes those of an older one', async () => {
    const kept = await harness.downloads();
    expect(await harness.run(mirror.url, ['--run', '2020-08-04T06'])).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(await harness.downloads()).toEqual(kept);
    await harness.run(mirror.url, ['--run', '2020-08-05T00', '--steps', '0']);
    expect(await harness.downloads()).toEqual([]);
  });

  test('deletes downloads to which nothing was added for a day', async () => {
    const [path] = await harness.downloads();
    const dayAgo = new Date(Date.now() - 25 * 3_600_000);
    await utimes(dirname(path), dayAgo, dayAgo);
    await harness.run(mirror.url, ['--run', '2020-08-04T06']);
    expect(await harness.downloads()).toEqual([]);
  });

  test('of a newer run deletes the older downloads', async () => {
    mirror.fault = ({ path }) => (/0805.*f006$/.test(path) ? { kind: 'status', status: 403 } : undefined);
    const outcome = await harness.run(mirror.url, ['--run', '2020-08-05T00']);
    expect(outcome.stderr).toMatch(/^HttpStatusError/);
    const kept = await harness.downloads();
    expect(kept.length).toBeGreaterThan(0);
    for (const path of kept) expect(path).toContain('gfs_0p25_20200805T0000Z');
  });
});

describeWithSharedData('faulty downloads', () => {
  const root = join(sharedData ?? '', 'gfs');

  test('are deleted, and they alone are downloaded again by the next ingest', async () => {
    const harness = await IngestHarness.create();
    const body = readFileSync(join(root, F006)).fill(0x41);
    const mirror = await MirrorServer.start({
      root,
      fault: ({ path }) => (path === F006 ? { kind: 'content', body } : undefined),
    });
    expect((await harness.run(mirror.url, RUN)).stderr).toMatch(/^MalformedMessageError/);
    const kept = (await harness.downloads()).map((path) => basename(path).slice(0, 4));
    expect(kept).toContain('f000');
    expect(kept).not.toContain('f006');
    mirror.fault = undefined;
    mirror.requests.length = 0;
    expect(await harness.run(mirror.url, RUN)).toMatchObject({ status: 0 });
    const fetched = mirror.requests.filter(({ range }) => range !== undefined).map(({ path }) => path);
    expect(fetched).toContain(F006);
    expect(fetched).not.toContain(F006.replace('f006', 'f000'));
    await mirror.close();
    await harness.remove();
  });
});
