import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type SharedRunStore } from '../../../src/core/config/configuration.js';
import { StoreRepair } from '../../../src/ingest/schedule/store-repair.js';
import { Bucket, type BucketLocation } from '../../../src/store/sharing/bucket/bucket.js';
import { BucketRuns } from '../../../src/store/sharing/bucket/bucket-runs.js';
import { terrainStore } from '../../../src/store/sharing/terrain-store.js';
import { LogRecorder } from '../../support/log-recorder.js';
import { S3Server } from '../../support/s3-server.js';
import { writeSmallRun } from '../store/sharing/written-runs.js';

const NOON = '2026-11-20T12:00:00Z';
const signal = new AbortController().signal;

let directory: string;
let outgoing: string;
let log: LogRecorder;
let removed: number;
let repair: StoreRepair;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'published-'));
  outgoing = await mkdtemp(join(tmpdir(), 'outgoing-'));
  log = new LogRecorder();
  removed = 0;
});
afterEach(async () => {
  await repair.stop();
  for (const path of [directory, outgoing]) await rm(path, { recursive: true });
});

function createRepair(store: SharedRunStore, runsDirectory: string): void {
  repair = new StoreRepair({ store, runsDirectory, logger: log, removed: () => removed++ });
}

async function spoiled(name: string): Promise<Buffer> {
  const bytes = await readFile(join(directory, name, 'values.packed'));
  bytes[0] ^= 1;
  return bytes;
}

describe('a bucket', () => {
  let server: S3Server;
  let bucket: Bucket;
  let runs: BucketRuns;
  let name: string;
  let tests = 0;

  beforeAll(async () => {
    server = await S3Server.start();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    const location = server.location(`repair-${++tests}`);
    bucket = await Bucket.open(location);
    runs = new BucketRuns(bucket);
    name = await writeSmallRun(directory, NOON);
    await runs.upload(directory, name, signal);
    createRepair(location, outgoing);
  });
  afterEach(() => bucket.close());

  it('removes a damaged run, and marks it so that the ingest downloads it again', async () => {
    await bucket.write(`${name}/values.packed`, await spoiled(name));
    await repair.suspect(name);
    expect(await bucket.list()).toEqual([]);
    expect(await readdir(outgoing)).toEqual([`${name}.damaged`]);
    expect(removed).toBe(1);
    expect(log.said('warn', 'run')).toEqual([['A shared model run is damaged; ingesting it again', name]]);
  });

  it('removes a damaged terrain, and keeps the run of the same name', async () => {
    const terrains = await Bucket.open(terrainStore(server.location(`repair-${tests}`)) as BucketLocation);
    await new BucketRuns(terrains).upload(directory, name, signal);
    await terrains.write(`${name}/values.packed`, await spoiled(name));
    await repair.suspect(name);
    expect(await terrains.list()).toEqual([]);
    terrains.close();
    expect((await runs.published()).map((run) => run.name)).toEqual([name]);
    expect(removed).toBe(0);
    expect(log.said('warn', 'run')).toEqual([['A kept terrain is damaged; the next run replaces it', name]]);
  });

  it('removes a run that lacks a file', async () => {
    await bucket.delete(`${name}/values.packed`);
    await repair.suspect(name);
    expect(await bucket.list()).toEqual([]);
  });

  it('keeps a valid run, however often it is suspected, and one that is unreachable', async () => {
    server.fault = () => ({ kind: 'status', status: 403, code: 'AccessDenied' });
    await repair.suspect(name);
    server.fault = undefined;
    await repair.suspect(name);
    server.requests.length = 0;
    await repair.suspect(name);
    await repair.suspect('../elsewhere');
    expect(server.requests).toEqual([]);
    expect((await runs.published()).map((run) => run.name)).toEqual([name]);
    expect(removed).toBe(0);
  });
});

it('a damaged run is removed from a volume, where its readers keep it for a while', async () => {
  createRepair({ kind: 'volume', directory }, directory);
  const [damaged, sound] = [
    await writeSmallRun(directory, NOON),
    await writeSmallRun(directory, '2026-11-20T18:00:00Z'),
  ];
  await writeFile(join(directory, damaged, 'values.packed'), await spoiled(damaged));
  await Promise.all([repair.suspect(damaged), repair.suspect(sound)]);
  expect((await readdir(directory)).sort()).toEqual([`${damaged}.damaged`, `${damaged}.retired`, sound]);
  expect(removed).toBe(1);
});
