import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ExclusiveFileLock } from '../../src/common/locks/exclusive-file-lock.js';
import { Bucket } from '../../src/run-sharing/bucket/bucket.js';
import { BucketRuns } from '../../src/run-sharing/bucket/bucket-runs.js';
import { fetchRun } from '../../src/run-sharing/fetch-run.js';
import { ChildProgram, sourceUrl } from '../support/child-program.js';
import { generator } from '../support/random.js';
import { S3Server } from '../support/s3-server.js';
import { TYPESCRIPT } from './worker-process.js';
import { writeLargeRun } from '../unit/run-sharing/written-runs.js';

const KILLS = 6;
const SEED = 20261122;
const LONGEST_DELAY_MS = 40;
const PREFIX = 'kill';
const DONE_AFTER_MS = 5_000;

/** None where the folder is not made yet. */
async function namesIn(folder: string): Promise<string[]> {
  return existsSync(folder) ? readdir(folder) : [];
}

/** Goes on by itself as soon as it has said so. */
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

  /** Runs a program, and kills it some time after one of the requests that it makes. */
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
    // It may be done with fewer.
    await Promise.race([reached, sleep(DONE_AFTER_MS, undefined, { ref: false })]);
    await sleep(random() * LONGEST_DELAY_MS);
    await kill(child);
    server.onRequest = undefined;
  }

  test('of an upload, the bucket has the whole run or none of it, and the next upload completes it', async () => {
    const parameters = {
      bucket: sourceUrl('run-sharing/bucket/bucket.ts'),
      bucketRuns: sourceUrl('run-sharing/bucket/bucket-runs.ts'),
      environment: server.environment(PREFIX),
      location: server.location(PREFIX),
      directory,
      name,
    };
    for (let i = 0; i < KILLS; i++) {
      // Begun, four parts, ended, and the manifest; what is asked before is two more.
      await killed(UPLOAD, parameters, 9);
      // A request that was on its way may still be carried out.
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

  test('of a download, the folder has the whole run or none of it, and the next one completes it', async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'killed-'));
    const parameters = {
      loadConfiguration: sourceUrl('config/load-configuration.ts'),
      runReplica: sourceUrl('run-sharing/run-replica.ts'),
      forkedFetch: sourceUrl('run-sharing/forked-fetch.ts'),
      logger: sourceUrl('common/logger.ts'),
      worker: fileURLToPath(sourceUrl('run-sharing/fetch.worker.ts')),
      execArgv: TYPESCRIPT,
      environment: { ...server.environment(PREFIX), DATA_DIR: dataDirectory },
    };
    const runsDirectory = join(dataDirectory, 'runs');
    /** The service alone: its fetching process ends by itself, and only then lets go of the lock. */
    const killService = async ({ pid }: ChildProgram) => {
      process.kill(pid, 'SIGKILL');
      const lock = join(dataDirectory, 'run-sharing.lock');
      (await ExclusiveFileLock.acquire(lock, { waitMs: DONE_AFTER_MS })).release();
    };
    for (let i = 0; i < KILLS; i++) {
      // The list, the manifest and four parts, of which those that are here are not asked for.
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
