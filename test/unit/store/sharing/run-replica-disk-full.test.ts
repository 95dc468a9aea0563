/** @jest-environment node */
import type * as FileSystem from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { S3Server } from '../../../support/s3-server.js';
import { writeSmallRun } from './written-runs.js';

const real: typeof FileSystem = await import('node:fs/promises');
let freeBlocks: number | undefined;
jest.unstable_mockModule('node:fs/promises', () => ({
  ...real,
  async statfs(path: string) {
    const { bavail, ...found } = await real.statfs(path);
    return { ...found, bavail: freeBlocks ?? bavail };
  },
}));
const { Bucket } = await import('../../../../src/store/sharing/bucket/bucket.js');
const { BucketRuns } = await import('../../../../src/store/sharing/bucket/bucket-runs.js');
const { JobFailedError } = await import('../../../../src/core/jobs/forked-job.js');
const { writeFailure } = await import('../../../../src/core/jobs/job-messages.js');
const { failureName } = await import('../../../../src/store/sharing/failure-name.js');
const { ReplicaHarness } = await import('./replica-harness.js');

let server: S3Server;
beforeAll(async () => {
  server = await S3Server.start();
});
afterAll(() => server.stop());

it('doesn’t download a run for which the disk lacks space, warns, and downloads it once there is space', async () => {
  const location = server.location('full');
  const replica = await ReplicaHarness.create(location);
  const bucket = await Bucket.open(location);
  await real.mkdir(replica.runsDirectory);
  const directory = `${replica.configuration.dataDirectory}/published`;
  await real.mkdir(directory);
  const name = await writeSmallRun(directory, '2026-11-20T12:00:00Z');
  await new BucketRuns(bucket).upload(directory, name, new AbortController().signal);

  freeBlocks = 1;
  await replica.start();
  expect(await replica.here()).toEqual([]);
  expect(replica.warnings()).toEqual(['DiskFullError']);
  expect(replica.report()).toMatchObject({ isLoaded: false, lastError: { name: 'DiskFullError' } });
  expect(replica.log.said('warn', 'reason')[0][1]).toMatch(/too little space for values\.packed: \d+ MiB/);
  freeBlocks = undefined;
  await replica.until([name]);
  await replica.untilFailure(undefined);
  expect(replica.report().isLoaded).toBe(true);
  await replica.remove();
  bucket.close();
});

it('uses the same name for a full disk reported by another process', () => {
  const error = Object.assign(new Error('no room'), { code: 'ENOSPC' });
  const told = JSON.parse(JSON.stringify(writeFailure(error))) as ReturnType<typeof writeFailure>;
  expect(failureName(new JobFailedError(told))).toBe('DiskFullError');
});
