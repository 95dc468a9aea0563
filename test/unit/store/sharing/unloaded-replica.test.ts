import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sealManifest } from '../../../../src/store/format/manifest-seal.js';
import { type RunManifest } from '../../../../src/store/format/run-manifest.js';
import { Bucket } from '../../../../src/store/sharing/bucket/bucket.js';
import { BucketRuns } from '../../../../src/store/sharing/bucket/bucket-runs.js';
import { type S3Fault, S3Server } from '../../../support/s3-server.js';
import { IMPATIENT, ReplicaHarness } from './replica-harness.js';
import { writeSmallRun } from './written-runs.js';

const [NOON, EVENING] = ['2026-11-20T12:00:00Z', '2026-11-20T18:00:00Z'];
const signal = new AbortController().signal;

let server: S3Server;
let bucket: Bucket;
let runs: BucketRuns;
let directory: string;
let replica: ReplicaHarness;
let tests = 0;

beforeAll(async () => {
  server = await S3Server.start();
});
afterAll(() => server.stop());
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'published-'));
  const location = server.location(`unloaded-${++tests}`);
  bucket = await Bucket.open(location);
  runs = new BucketRuns(bucket);
  replica = await ReplicaHarness.create(location);
});
afterEach(async () => {
  server.fault = undefined;
  await replica.remove();
  bucket.close();
  await rm(directory, { recursive: true });
});

async function publish(run: string): Promise<string> {
  const name = await writeSmallRun(directory, run);
  await runs.upload(directory, name, signal);
  return name;
}

async function untilLoaded(): Promise<void> {
  while (!replica.report().isLoaded) await sleep(5);
}

describe('the runs of a replica are loaded', () => {
  it('when it has read an empty list', async () => {
    await replica.start();
    expect(replica.report()).toMatchObject({ isLoaded: true, lastError: null });
  });

  it.each<S3Fault>([
    { kind: 'cut' },
    { kind: 'silent' },
    { kind: 'status', status: 403, code: 'AccessDenied' },
  ])(
    'not while its first look at the bucket fails, but then as soon as a run is here: $kind',
    async (fault) => {
      const name = await publish(NOON);
      server.fault = () => fault;
      await replica.start({ ...IMPATIENT, listWithinMs: 200 });
      expect(replica.report()).toMatchObject({
        isLoaded: false,
        lastError: { name: fault.kind === 'status' ? 'RunStoreDeniedError' : 'RunStoreUnreachableError' },
      });
      server.fault = undefined;
      await untilLoaded();
      expect(await replica.here()).toEqual([name]);
    },
  );

  it('not while the list names a run that can’t be fetched', async () => {
    const name = await publish(NOON);
    server.fault = ({ key }) =>
      key.endsWith('values.packed') ? { kind: 'status', status: 403, code: 'AccessDenied' } : undefined;
    await replica.start();
    expect(replica.report()).toMatchObject({ isLoaded: false, lastError: { name: 'RunStoreDeniedError' } });
    server.fault = undefined;
    await untilLoaded();
    expect(await replica.here()).toEqual([name]);
  });

  it('not by what was true before a restart, until the list has been read again', async () => {
    await publish(NOON);
    await replica.start();
    await replica.stop();
    server.fault = () => ({ kind: 'cut' });
    await replica.start();
    expect(replica.report()).toMatchObject({ isLoaded: false, lastSuccessAt: null });
    server.fault = undefined;
    await untilLoaded();
  });

  it.each([
    ['damaged', 'RunDamagedError', () => '{}'],
    [
      'of another version',
      'RunUnreadableError',
      (text: string) => sealManifest({ ...(JSON.parse(text) as RunManifest), format: 99 as 3 }),
    ],
  ])('not by a copy that is %s, which is the reason that is reported', async (_, reason, changed) => {
    const name = await publish(NOON);
    await replica.start();
    await replica.stop();
    const path = join(replica.runsDirectory, name, 'run.json');
    await writeFile(path, changed(await readFile(path, 'utf8')));
    await replica.start();
    expect(replica.report()).toMatchObject({ isLoaded: false, lastError: { name: reason } });
    expect(replica.warnings()).toEqual([reason]);
    await rm(join(replica.runsDirectory, name), { recursive: true });
    await untilLoaded();
    await replica.untilFailure(undefined);
  });

  it('from then on, whatever happens to the bucket and the disk', async () => {
    const name = await publish(NOON);
    await replica.start();
    server.fault = () => ({ kind: 'cut' });
    await rm(join(replica.runsDirectory, name), { recursive: true });
    await replica.untilFailure('RunStoreUnreachableError');
    expect(replica.report().isLoaded).toBe(true);
    server.fault = undefined;
    await replica.until([name, await publish(EVENING)]);
    expect(replica.report().isLoaded).toBe(true);
  });
});
