import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { uploadFinished } from '../../../../src/ingest/publish/outgoing-runs.js';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { Bucket } from '../../../../src/store/sharing/bucket/bucket.js';
import { BucketRuns } from '../../../../src/store/sharing/bucket/bucket-runs.js';
import { type S3Request, S3Server } from '../../../support/s3-server.js';
import { IMPATIENT, ReplicaHarness } from './replica-harness.js';
import { writeLargeRun, writeSmallRun } from './written-runs.js';

const signal = new AbortController().signal;
const [NOON, EVENING, MIDNIGHT] = ['2026-11-20T12:00:00Z', '2026-11-20T18:00:00Z', '2026-11-21T00:00:00Z'];
const isValues = ({ key }: S3Request) => key.endsWith('values.packed');

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
  const location = server.location(`replica-${++tests}`);
  bucket = await Bucket.open(location);
  runs = new BucketRuns(bucket);
  replica = await ReplicaHarness.create(location);
});
afterEach(async () => {
  server.fault = undefined;
  server.requests.length = 0;
  await replica.remove();
  bucket.close();
  await rm(directory, { recursive: true });
});

async function publish(
  run: string,
  write: (directory: string, run: string) => Promise<string> = writeSmallRun,
): Promise<string> {
  const name = await write(directory, run);
  await runs.upload(directory, name, signal);
  return name;
}

const fetched = () => server.requests.filter((request) => request.method === 'GET' && isValues(request));

describe('a replica of the runs in a bucket', () => {
  it('has them once it has started, downloaded once each', async () => {
    const names = [await publish(NOON), await publish(EVENING)];
    await replica.start();
    expect((await replica.here()).sort()).toEqual(names.sort());
    await replica.stop();
    await replica.start();
    expect(fetched()).toHaveLength(2);
    expect(replica.warnings()).toEqual([]);
  });

  it('downloads new runs and deletes old ones, which stay readable for those still reading them', async () => {
    const old = await publish(NOON);
    await replica.start();
    const catalogue = new RunCatalogue(replica.runsDirectory);
    const [read] = catalogue.runs();
    read.retain();
    const names = [await publish(EVENING), await publish(MIDNIGHT)];
    await runs.keep(2);
    await replica.until(names);
    expect(catalogue.runs().map(({ name }) => name)).not.toContain(old);
    expect(read.readCell(0, 0)[0]).toBe(1);
    read.release();
    catalogue.close();
  });

  it('has the terrain of each model, which stays when its runs are gone, and goes on without a damaged one', async () => {
    const location = server.location(`replica-${tests}`);
    const terrainBucket = await Bucket.open({ ...location, prefix: `${location.prefix}terrain/` });
    const terrains = new BucketRuns(terrainBucket);
    const folder = join(directory, 'terrain');
    await mkdir(folder);
    const names: string[] = [];
    for (const model of ['ifs', 'gfs', 'icon-eu']) {
      const name = await writeSmallRun(folder, NOON, { model });
      await terrains.upload(folder, name, signal);
      names.push(name);
    }
    await terrainBucket.delete(`${names[1]}/values.packed`);
    const run = await publish(NOON);
    await replica.start();
    const here = () => readdir(join(replica.runsDirectory, 'terrain'));
    const held = (found: string[]) => found.filter((name) => names.includes(name)).sort();
    expect(held(await here())).toEqual([names[2], names[0]].sort());
    expect((await replica.here()).sort()).toEqual([run, 'terrain']);
    expect(replica.warnings()).toEqual(['RunObjectMissingError']);

    await terrains.remove(names[1]);
    const next = await writeSmallRun(folder, EVENING, { model: 'ifs' });
    await terrains.upload(folder, next, signal);
    await terrains.keep(1);
    await replica.stop();
    await replica.start();
    expect(replica.report().lastError).toBeNull();
    expect((await here()).sort()).toEqual([names[2], next].sort());
    await runs.remove(run);
    await replica.stop();
    await replica.start();
    expect((await here()).sort()).toEqual([names[2], next].sort());
    terrainBucket.close();
  });

  it('has the runs of each model, and only the newest part of a run', async () => {
    const publishOf = (model: string, run: string) =>
      publish(run, (into, of) => writeSmallRun(into, of, { model }));
    const others = [await publish(NOON), await publishOf('gefs', NOON)];
    const part = await publishOf('ifs', EVENING);
    await replica.start();
    await replica.until([...others, part]);
    const next = await publishOf('ifs', EVENING);
    await runs.keep(1);
    await replica.until([...others, next]);
    // An outage of one model's ingest doesn't affect the others' runs.
    await runs.remove(others[1]);
    const newer = await publish(EVENING);
    await runs.keep(1);
    await replica.until([others[1], next, newer]);
  });

  it('polls immediately when notified of a run', async () => {
    await replica.start({ ...IMPATIENT, pollEveryMs: 1_000_000, longestBackOffMs: 1_000_000 });
    const name = await publish(NOON);
    replica.hurry();
    await replica.until([name]);
  });

  it('gets the runs that the ingest on the same machine uploads, without downloading them', async () => {
    await replica.start();
    await replica.stop();
    const [outgoing, copiesDirectory] = [join(directory, 'outgoing'), replica.runsDirectory];
    await mkdir(outgoing);
    const sharedStore = server.location(`replica-${tests}`);
    const takeRun = async (run: string) => {
      const name = await writeSmallRun(outgoing, run);
      await uploadFinished({ sharedStore, runsDirectory: outgoing, copiesDirectory }, signal);
      return name;
    };
    const old = await takeRun(NOON);
    await replica.start();
    expect(await replica.here()).toEqual([old]);
    expect(fetched()).toEqual([]);
    // The replica may poll at any moment during this.
    const name = await takeRun(EVENING);
    await runs.keep(1);
    await replica.until([name]);
    expect(await readdir(outgoing)).toEqual([]);
  });

  it('keeps its runs while the bucket is unreachable, warns once, and continues when it is back', async () => {
    const old = await publish(NOON);
    await replica.start();
    server.fault = () => ({ kind: 'cut' });
    await replica.untilFailure('RunStoreUnreachableError');
    expect(await replica.here()).toEqual([old]);
    const asked = server.requests.length;
    while (server.requests.length < asked + 8) await new Promise((resolve) => setTimeout(resolve, 5));
    server.fault = undefined;
    await replica.untilFailure(undefined);
    const name = await publish(EVENING);
    await replica.until([old, name]);
    expect(replica.warnings()).toEqual(['RunStoreUnreachableError']);
    expect(replica.log.said('info', 'after')).toContainEqual([
      'The shared run store is reachable again',
      'RunStoreUnreachableError',
    ]);
  });

  it('starts without the bucket, using the runs that it has', async () => {
    const name = await publish(NOON);
    await replica.start();
    await replica.stop();
    server.fault = () => ({ kind: 'cut' });
    await replica.start();
    expect(await replica.here()).toEqual([name]);
    expect(replica.warnings()).toEqual(['RunStoreUnreachableError']);
  });

  it('rejects wrong bytes, and downloads nothing again that was right', async () => {
    const name = await publish(NOON, writeLargeRun);
    const wrong = 'bytes=1048576-2097151';
    server.fault = ({ range }) => (range === wrong ? { kind: 'wrong-byte' } : undefined);
    await replica.start();
    expect(replica.warnings()).toEqual(['RunDamagedError']);
    expect(replica.log.said('warn', 'reason')[0][1]).toMatch(
      /values\.packed: the bytes from 1048576 to 2097152 are wrong/,
    );
    expect(await replica.here()).toEqual([`${name}.arriving`]);
    server.fault = undefined;
    await replica.until([name]);
    const published = await readFile(join(directory, name, 'values.packed'));
    expect((await replica.read(name, 'values.packed')).equals(published)).toBe(true);
    const ranges = fetched().map(({ range }) => range);
    for (const range of new Set(ranges))
      if (range !== wrong) expect(ranges.filter((other) => other === range)).toHaveLength(1);
  });

  it('rejects a manifest with a wrong byte', async () => {
    const name = await publish(NOON);
    server.fault = ({ method, key }) =>
      method === 'GET' && key.endsWith('run.json') ? { kind: 'wrong-byte' } : undefined;
    await replica.start();
    expect(replica.warnings()).toEqual(['RunDamagedError']);
    expect(await replica.here()).toEqual([]);
    server.fault = undefined;
    await replica.until([name]);
  });

  it('downloads the other runs if one lacks a file', async () => {
    const broken = await publish(EVENING);
    const sound = await publish(NOON);
    await bucket.delete(`${broken}/values.packed`);
    await replica.start();
    expect(replica.warnings()).toEqual(['RunObjectMissingError']);
    expect((await replica.here()).sort()).toEqual([sound, `${broken}.arriving`].sort());
    await bucket.delete(`${broken}/run.json`);
    await replica.until([sound]);
    await replica.untilFailure(undefined);
  });

  it.each([
    [403, 'AccessDenied', 'RunStoreDeniedError'],
    [404, 'NoSuchBucket', 'RunStoreMissingError'],
    [400, 'InvalidRequest', 'RunStoreRefusedError'],
    [503, 'SlowDown', 'RunStoreUnreachableError'],
  ])('reports the bucket’s error: %i %s', async (status, code, name) => {
    const run = await publish(NOON);
    await replica.start();
    server.fault = () => ({ kind: 'status', status, code });
    await replica.untilFailure(name);
    expect(await replica.here()).toEqual([run]);
    const [reason] = replica.log.said('warn', 'reason').map(([, said]) => said);
    expect(reason).toContain(`s3://weather/replica-${tests}/: ${code}`);
    expect(JSON.stringify(replica.log.lines)).not.toContain('S3RVER');
  });

  it('doesn’t delete the last runs of a model because the bucket was emptied', async () => {
    const name = await publish(NOON);
    await replica.start();
    for (const { key } of await bucket.list()) await bucket.delete(key);
    const asked = server.requests.length;
    while (server.requests.length < asked + 3) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await replica.here()).toEqual([name]);
    const next = await publish(EVENING);
    await replica.until([next]);
  });
});
