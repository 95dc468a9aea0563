import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { RunCatalogue } from '../../src/store/catalogue/run-catalogue.js';
import { Bucket } from '../../src/store/sharing/bucket/bucket.js';
import { BucketRuns } from '../../src/store/sharing/bucket/bucket-runs.js';
import { fetchRun } from '../../src/store/sharing/fetch-run.js';
import { startWholeRunMirror } from '../support/gfs-steps.js';
import { type MirrorServer } from '../support/mirror-server.js';
import { S3Server } from '../support/s3-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { IngestHarness } from './ingest-harness.js';

const [OLD, NEW] = ['2026-11-20T18', '2026-11-21T00'];
const STEPS = ['--steps', '0,3,6'];

describeWithSharedData('the ingest command with a bucket', () => {
  let mirror: MirrorServer;
  let server: S3Server;
  let harness: IngestHarness;
  let bucket: Bucket;
  let runs: BucketRuns;
  let tests = 0;
  beforeAll(async () => {
    mirror = await startWholeRunMirror(
      join(sharedData ?? '', 'gfs'),
      [OLD, NEW].map((run) => new Date(`${run}:00:00Z`)),
    );
    server = await S3Server.start();
  });
  afterAll(async () => {
    await server.stop();
    await mirror.close();
  });
  beforeEach(async () => {
    harness = await IngestHarness.create();
    bucket = await Bucket.open(server.location(`ingest-${++tests}`));
    runs = new BucketRuns(bucket);
  });
  afterEach(async () => {
    server.fault = undefined;
    bucket.close();
    await harness.remove();
  });

  const take = (run: string, environment: Record<string, string> = {}) =>
    harness.run(mirror.url, ['--run', run, ...STEPS], {
      GFS_RESOLUTION: '1p00',
      GFS_MAX_STEP: '12',
      ...server.environment(`ingest-${tests}`),
      ...environment,
    });
  const published = async () => (await runs.published()).map(({ name }) => name);
  const outgoing = () => readdir(join(harness.dataDirectory, 'outgoing'));

  test('publishes a run that equals one taken without a bucket, and keeps nothing locally', async () => {
    expect(await take(OLD)).toMatchObject({ status: 0, stderr: '' });
    const [name, ...others] = await published();
    expect(others).toEqual([]);
    expect(await outgoing()).toEqual([]);
    expect(await readdir(harness.dataDirectory)).not.toContain('runs');

    const here = await mkdtemp(join(tmpdir(), 'fetched-'));
    await fetchRun(runs, name, here, new AbortController().signal, () => undefined);
    const fetched = new RunCatalogue(here);
    await take(OLD, { RUN_STORE_URL: '' });
    harness.withRun((own) => {
      const [shared] = fetched.runs();
      const { ni, nj } = own.manifest.grid;
      for (const [y, x] of [0, 0.3, 0.7, 1].map((share) => [
        Math.floor(share * (nj - 1)),
        Math.floor(share * (ni - 1)),
      ]))
        expect([...shared.readCell(y, x)]).toEqual([...own.readCell(y, x)]);
    });
    fetched.close();
    await rm(here, { recursive: true });
  });

  test('uploads a finished run that the bucket refused, without downloading it again', async () => {
    server.fault = ({ method, key }) =>
      method === 'PUT' && key.endsWith('run.json')
        ? { kind: 'status', status: 403, code: 'AccessDenied' }
        : undefined;
    const refused = await take(OLD);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(
      /^RunStoreDeniedError: s3:\/\/weather\/ingest-2\/\S+run\.json: AccessDenied/,
    );
    const [finished, ...others] = await outgoing();
    expect(others).toEqual(['terrain']);
    expect(await published()).toEqual([]);

    server.fault = undefined;
    mirror.requests.length = 0;
    expect(await take(OLD)).toMatchObject({ status: 0, stderr: '' });
    expect(mirror.requests.filter(({ path }) => !path.endsWith('.idx'))).toEqual([]);
    expect(await published()).toEqual([finished]);
    expect(await outgoing()).toEqual([]);
  });

  test('goes by the content of the bucket: replaces a run, removes older ones, and refuses one that would be removed immediately', async () => {
    const kept = { RUNS_KEPT: '1' };
    await take(OLD, kept);
    const [first] = await published();
    // Another machine has none of these runs.
    await harness.remove();
    await mkdir(harness.dataDirectory);
    expect((await take(OLD, kept)).stdout).toContain(`removed: ${first}`);
    const [second, ...others] = await published();
    expect(others).toEqual([]);
    expect(second > first).toBe(true);

    expect((await take(NEW, kept)).stdout).toContain(`removed: ${second}`);
    const [newest] = await published();
    expect((await take(OLD, kept)).stderr).toMatch(/^RunTooOldError: 1 newer runs of gfs are stored/);
    expect(await published()).toEqual([newest]);
    const keys = (await bucket.list()).map(({ key }) => key).sort();
    expect(keys.slice(0, 2)).toEqual([`${newest}/run.json`, `${newest}/values.packed`]);
    // The terrain of the newest run, too.
    expect(keys.slice(2)).toEqual([
      expect.stringMatching(/^terrain\/gfs_1p00_\S+\/run\.json$/),
      expect.stringMatching(/^terrain\/gfs_1p00_\S+\/values\.packed$/),
    ]);
  });

  test('fails without downloading anything if the bucket is unreachable', async () => {
    server.fault = () => ({ kind: 'cut' });
    mirror.requests.length = 0;
    const { status, stderr } = await take(OLD);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^RunStoreUnreachableError: s3:\/\/weather\/ingest-4\/: /);
    expect(mirror.requests).toEqual([]);
    expect(await outgoing()).toEqual([]);
  });
});
