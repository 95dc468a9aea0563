import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { storedRuns } from '../../../src/ingest/publish/stored-runs.js';
import { Bucket } from '../../../src/store/sharing/bucket/bucket.js';
import { BucketRuns } from '../../../src/store/sharing/bucket/bucket-runs.js';
import { S3Server } from '../../support/s3-server.js';
import { writeSmallRun } from '../store/sharing/written-runs.js';

const signal = new AbortController().signal;
let server: S3Server;
let bucket: Bucket;
let runs: BucketRuns;
let directory: string;
let tests = 0;

beforeAll(async () => {
  server = await S3Server.start();
});
afterAll(() => server.stop());
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stored-'));
  bucket = await Bucket.open(server.location(`stored-${++tests}`));
  runs = new BucketRuns(bucket);
  server.requests.length = 0;
});
afterEach(async () => {
  bucket.close();
  await rm(directory, { recursive: true });
});

const write = (run: string) => writeSmallRun(directory, run);
const reads = () => server.requests.filter(({ method, key }) => method === 'GET' && key.endsWith('run.json'));
const stored = async () => {
  const sharedStore = server.location(`stored-${tests}`);
  return (await storedRuns({ runsDirectory: directory, sharedStore })).map(({ name }) => name);
};

it('reads the manifest of a published run once, and forgets it with the run', async () => {
  const [older, newer] = [await write('2026-11-20T12:00:00Z'), await write('2026-11-20T18:00:00Z')];
  for (const name of [older, newer]) await runs.upload(directory, name, signal);
  expect(await stored()).toEqual([newer, older]);
  expect(await stored()).toEqual([newer, older]);
  expect(reads()).toHaveLength(2);

  await runs.remove(older);
  expect(await stored()).toEqual([newer]);
  await runs.upload(directory, older, signal);
  expect(await stored()).toEqual([newer, older]);
  expect(reads()).toHaveLength(3);
});

it('reads a damaged manifest again', async () => {
  const name = await write('2026-11-20T12:00:00Z');
  await bucket.write(`${name}/run.json`, '{}');
  expect(await stored()).toEqual([]);
  await runs.upload(directory, name, signal);
  expect(await stored()).toEqual([name]);
});
