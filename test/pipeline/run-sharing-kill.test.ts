/** @slow */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ExclusiveFileLock } from '../../src/core/locks/exclusive-file-lock.js';
import { Bucket } from '../../src/store/sharing/bucket/bucket.js';
import { BucketRuns } from '../../src/store/sharing/bucket/bucket-runs.js';
import { fetchRun } from '../../src/store/sharing/fetch-run.js';
import { ChildProgram, sourceUrl } from '../support/child-program.js';
import { generator } from '../support/random.js';
import { S3Server } from '../support/s3-server.js';
import { TYPESCRIPT } from './worker-process.js';
import { writeLargeRun } from '../unit/store/sharing/written-runs.js';

const KILLS = 6;
const SEED = 20261122;
const LONGEST_DELAY_MS = 40;
const PREFIX = 'kill';
const DONE_AFTER_MS = 5_000;

/** Returns no names if the folder doesn't exist yet. */
async function namesIn(folder: string): Promise<string[]> {
  return existsSync(folder) ? readdir(folder) : [];
}

/** Starts downloading as soon as it has printed its line. */
const DOWNLOAD = `
  Object.assign(process.env, parameters.environment);
  const { loadConfiguration } = await import(parameters.loadConfiguration);
  const { RunReplica } = await import(parameters.runReplica);
  const { createLogger } = await import(parameters.logger);
  const { forkedFetch } = await import(parameters.forkedFetch);
  const fetch = forkedFetch(parameters.worker, parameters.execArgv);
  const replica = new RunReplica(
    loadConfiguration(parameters.environment), createLogger('silent'), undefined, fetch);
  console.log('begins');
  await replica.start();
`;
const UPLOAD = `
  Object.assign(process.env, parameters.environment);
  const { Bucket } = await import(parameters.bucket);
  const { BucketRuns } = await import(parameters.bucketRuns);
  const runs = new BucketRuns(await Bucket.open(parameters.location));
  console.log('begins');
  await runs.upload(parameters.directory, parameters.name, new AbortController().signal);
`;

describe('kill -9 at any moment', () => {
  const random = generator(SEED);
  const signal = new AbortController().signal;
  let server: S3Server;
  let bucket: Bucket;
  let runs: BucketRuns;
  let directory: string;
  let name: string;
  let values: Buffer;
  beforeAll(async () => {
    server = await S3Server.start();
    bucket = await Bucket.open(server.location(PREFIX));
    runs = new BucketRuns(bucket);
    directory = await mkdtemp(join(tmpdir(), 'kill-'));
    name = await writeLargeRun(directory, '2026-11-20T12:00:00Z');
    values = await readFile(join(directory, name, 'values.packed'));
  });
  afterAll(async () => {
    server.onRequest = undefined;
    bucket.close();
    await server.stop();
    await rm(directory, { recursive: true });
  });

  /** Runs a program, and kills it shortly after one of its requests. */
  async function killed(
    program: string,
    parameters: object,
    requests: number,
    kill = (child: ChildProgram): unknown => child.killGroup(),
  ): Promise<void> {
    const last = 1 + Math.floor(random() * requests);
    let count = 0;
    const reached = new Promise<void>((resolve) => {
      server.onRequest = () => void (++count === last && resolve());
    });
    const child = await ChildProgram.start(program, parameters);
    // It may finish with fewer requests.
    await Promise.race([reached, sleep(DONE_AFTER_MS, undefined, { ref: false })]);
    await sleep(random() * LONGEST_DELAY_MS);
    await kill(child);
    server.onRequest = undefined;
  }

  test('of an upload leaves the complete run in the bucket or none, and the next upload completes it', async () => {
    const parameters = {
      bucket: sourceUrl('store/sharing/bucket/bucket.ts'),
      bucketRuns: sourceUrl('store/sharing/bucket/bucket-runs.ts'),
      environment: server.environment(PREFIX),
      location: server.location(PREFIX),
      directory,
      name,
    };
    for (let i = 0; i < KILLS; i++) {
      // Two requests beforehand, the start, four parts, the completion, and the manifest.
      await killed(UPLOAD, parameters, 9);
      // A request in flight may still be carried out.
      const published = await runs.published();
      if (published.length === 0) continue;
      expect(published.map((run) => run.name)).toEqual([name]);
      await expectWhole();
      for (const { key } of (await bucket.list()).sort((a, b) => a.key.localeCompare(b.key)))
        await bucket.delete(key);
    }
    await runs.upload(directory, name, signal);
    await expectWhole();
  });

  test('of a download leaves the complete run in the folder or none, and the next download completes it', async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'killed-'));
    const parameters = {
      loadConfiguration: sourceUrl('core/config/load-configuration.ts'),
      runReplica: sourceUrl('store/sharing/run-replica.ts'),
      forkedFetch: sourceUrl('store/sharing/forked-fetch.ts'),
      logger: sourceUrl('core/telemetry/logger.ts'),
      worker: fileURLToPath(sourceUrl('store/sharing/fetch.worker.ts')),
      execArgv: TYPESCRIPT,
      environment: { ...server.environment(PREFIX), DATA_DIR: dataDirectory },
    };
    const runsDirectory = join(dataDirectory, 'runs');
    /** Kills only the service: its fetch process then ends on its own, and only then releases the lock. */
    const killService = async ({ pid }: ChildProgram) => {
      process.kill(pid, 'SIGKILL');
      const lock = join(dataDirectory, 'run-sharing.lock');
      (await ExclusiveFileLock.acquire(lock, { waitMs: DONE_AFTER_MS })).release();
    };
    for (let i = 0; i < KILLS; i++) {
      // The list, the manifest and four parts, of which those already here aren't requested.
      const left = (await namesIn(runsDirectory)).length > 0 ? 2 : 6;
      await killed(DOWNLOAD, parameters, left, i % 2 === 0 ? killService : undefined);
      const here = await namesIn(runsDirectory);
      if (here.includes(name)) {
        const file = await readFile(join(runsDirectory, name, 'values.packed'));
        expect(file.equals(values)).toBe(true);
        await rm(join(runsDirectory, name), { recursive: true });
      } else expect([[], [`${name}.arriving`]]).toContainEqual(here);
    }
    await ChildProgram.start(DOWNLOAD, parameters).then(async (child) => {
      while (!(await namesIn(runsDirectory)).includes(name)) await sleep(10);
      await child.killGroup();
    });
    expect(await readdir(runsDirectory)).toEqual([name]);
    expect((await readFile(join(runsDirectory, name, 'values.packed'))).equals(values)).toBe(true);
    await rm(dataDirectory, { recursive: true });
  });

  async function expectWhole(): Promise<void> {
    const here = await mkdtemp(join(tmpdir(), 'whole-'));
    await fetchRun(runs, name, here, signal, () => undefined);
    expect((await readFile(join(here, name, 'values.packed'))).equals(values)).toBe(true);
    await rm(here, { recursive: true });
  }
});
