import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { RunFaults } from '../../../../src/store/catalogue/run-faults.js';
import { Bucket } from '../../../../src/store/sharing/bucket/bucket.js';
import { BucketRuns } from '../../../../src/store/sharing/bucket/bucket-runs.js';
import { S3Server } from '../../../support/s3-server.js';
import { IMPATIENT, ReplicaHarness } from './replica-harness.js';
import { writeSmallRun } from './written-runs.js';

const signal = new AbortController().signal;
const NOON = '2026-11-20T12:00:00Z';
const SELDOM = { ...IMPATIENT, pollEveryMs: 1_000_000, longestBackOffMs: 1_000_000 };

let server: S3Server;
let bucket: Bucket;
let runs: BucketRuns;
let published: string;
let replica: ReplicaHarness;
let catalogue: RunCatalogue;
let tests = 0;

beforeAll(async () => {
  server = await S3Server.start();
});
afterAll(() => server.stop());
beforeEach(async () => {
  published = await mkdtemp(join(tmpdir(), 'published-'));
  const location = server.location(`damaged-${++tests}`);
  bucket = await Bucket.open(location);
  runs = new BucketRuns(bucket);
  replica = await ReplicaHarness.create(location);
});
afterEach(async () => {
  catalogue.close();
  await replica.remove();
  bucket.close();
  await rm(published, { recursive: true });
});

/** Serves the copies, wired as in the service. */
async function serve(timing = SELDOM): Promise<void> {
  await replica.start(timing);
  const faults = new RunFaults(replica.runsDirectory);
  faults.onFault(() => replica.hurry());
  catalogue = new RunCatalogue(replica.runsDirectory, faults);
}

async function damage(name: string): Promise<void> {
  await spoil(name);
  notice();
}

async function spoil(name: string): Promise<void> {
  const path = join(replica.runsDirectory, name, 'values.packed');
  const bytes = await readFile(path);
  bytes[0] ^= 1;
  await writeFile(path, bytes);
}

function notice(): void {
  expect(() => catalogue.runs()[0].readCell(0, 0)).toThrow();
  expect(catalogue.runs()).toEqual([]);
}

/** Resolves after a poll that begins now: that which is under way may have looked before. */
async function polled(): Promise<void> {
  for (let polls = 0; polls < 2; polls++) {
    const { lastSuccessAt } = replica.report();
    while (replica.report().lastSuccessAt === lastSuccessAt) await sleep(5);
  }
}

async function isServedAgain(): Promise<void> {
  while (catalogue.runs().length === 0) await sleep(5);
  expect(catalogue.runs()[0].readCell(0, 0)[0]).toBe(1);
}

async function publish(): Promise<string> {
  const name = await writeSmallRun(published, NOON);
  await runs.upload(published, name, signal);
  return name;
}

it('is downloaded again immediately, and nothing of the damaged one is left', async () => {
  const name = await publish();
  await serve();
  await damage(name);
  await isServedAgain();
  expect(await readdir(replica.runsDirectory)).toEqual([name]);
});

it('is not downloaded continuously if it is damaged repeatedly', async () => {
  const name = await publish();
  await serve({ ...SELDOM, pollEveryMs: 10 });
  await damage(name);
  await isServedAgain();
  await damage(name);
  await polled();
  expect(await replica.here()).toEqual([`${name}.damaged`]);
});

it('is not downloaded continuously if it is damaged first while a poll is under way', async () => {
  const name = await publish();
  await serve({ ...SELDOM, pollEveryMs: 10 });
  await spoil(name);
  await new Promise<void>((resolve) => {
    server.onRequest = () => {
      server.onRequest = undefined;
      notice();
      resolve();
    };
  });
  await isServedAgain();
  await damage(name);
  await polled();
  expect(await replica.here()).toEqual([`${name}.damaged`]);
});

it('is forgotten when the run is deleted from the bucket', async () => {
  const name = await publish();
  await serve({ ...SELDOM, pollEveryMs: 10 });
  await damage(name);
  await isServedAgain();
  await damage(name);
  const newer = await writeSmallRun(published, '2026-11-20T18:00:00Z');
  await runs.upload(published, newer, signal);
  await runs.keep(1);
  await replica.until([newer]);
});

it('is served again from a volume, whose own files are never modified', async () => {
  const name = await writeSmallRun(published, NOON);
  await replica.remove();
  replica = await ReplicaHarness.create({ kind: 'volume', directory: published });
  await serve();
  const path = join(published, name, 'values.packed');
  const right = await readFile(path);
  // The volume returns wrong bytes for a while.
  await damage(name);
  expect(await readdir(join(published, name))).toEqual(['run.json', 'values.packed']);
  await writeFile(path, right);
  replica.hurry();
  await isServedAgain();
});
