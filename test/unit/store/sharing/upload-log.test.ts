import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { UploadLog } from '../../../../src/store/sharing/bucket/upload-log.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'upload-log-'));
});
afterEach(() => rm(directory, { recursive: true }));

it('lets another process know what one store has, and nothing about another store', async () => {
  const first = await UploadLog.open(directory, 'a');
  await first.setWhole('values.packed');
  expect((await UploadLog.open(directory, 'a')).isWhole('values.packed')).toBe(true);

  const second = await UploadLog.open(directory, 'b');
  expect(second.isWhole('values.packed')).toBe(false);
  await second.setWhole('other.packed');

  const again = await UploadLog.open(directory, 'b');
  expect(['values.packed', 'other.packed'].map((file) => again.isWhole(file))).toEqual([false, true]);
});
