/** @jest-environment node */
import * as files from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';

/** The size of the file at each sync to disk. */
const syncedBytes: number[] = [];
let failure: Error | null;

jest.unstable_mockModule('node:fs', () => ({
  ...files,
  fdatasync: (descriptor: number, done: (error: Error | null) => void) => {
    syncedBytes.push(files.fstatSync(descriptor).size);
    setImmediate(done, failure);
  },
}));
const { SegmentFile } = await import('../../../../src/usage/metering/journal/segment-file.js');

let directory: string;
let failures: string[];
const begin = () =>
  new SegmentFile(join(directory, 'a.segment'), ({ message }) => void failures.push(message));
beforeEach(() => {
  directory = files.mkdtempSync(join(tmpdir(), 'segment-'));
  syncedBytes.length = 0;
  failures = [];
  failure = null;
});
afterEach(() => files.rmSync(directory, { recursive: true, force: true }));

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(5);
}

it('is synced to disk after a delay, with all that was appended meanwhile', async () => {
  const segment = begin();
  for (let i = 0; i < 5; i++) segment.append(Buffer.alloc(10));
  await until(() => syncedBytes.length > 0);
  expect(syncedBytes).toEqual([50]);
  segment.append(Buffer.alloc(7));
  await until(() => syncedBytes.length > 1);
  expect(syncedBytes).toEqual([50, 57]);
  segment.end();
  expect([segment.sizeBytes, segment.frames]).toEqual([57, 6]);
});

it('is synced to disk when it ends, unless that has been done', async () => {
  const segment = begin();
  segment.append(Buffer.alloc(10));
  segment.end();
  expect(syncedBytes).toEqual([10]);
  await sleep(60);
  expect(syncedBytes).toEqual([10]);
});

it('reports a failed sync', async () => {
  failure = new Error('EIO');
  const segment = begin();
  segment.append(Buffer.alloc(10));
  segment.end();
  await until(() => failures.length > 0);
  expect(failures).toEqual(['EIO']);
});
