import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExclusiveFileLock, LockTakenError } from '../../../../src/core/locks/exclusive-file-lock.js';
import { ChildProgram, sourceUrl } from '../../../support/child-program.js';

const HOLD_THE_LOCK = `
  const { ExclusiveFileLock } = await import(parameters.module);
  await ExclusiveFileLock.acquire(parameters.path, { waitMs: 0 }).then(
    () => console.log('locked'),
    (error) => console.log(error.name),
  );
`;

describe('ExclusiveFileLock', () => {
  let directory: string;
  let path: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'lock-'));
    path = join(directory, 'service.lock');
  });

  afterEach(() => rmSync(directory, { recursive: true }));

  const holdInAnotherProcess = () =>
    ChildProgram.start(HOLD_THE_LOCK, { module: sourceUrl('core/locks/exclusive-file-lock.ts'), path });

  test('is refused while another process holds it, and free once that process is killed', async () => {
    const holder = await holdInAnotherProcess();
    await expect(ExclusiveFileLock.acquire(path, { waitMs: 0 })).rejects.toThrow(LockTakenError);

    await holder.killGroup();
    const lock = await ExclusiveFileLock.acquire(path, { waitMs: 0 });
    lock.release();
  });

  test('keeps another process out', async () => {
    const lock = await ExclusiveFileLock.acquire(path, { waitMs: 0 });
    const refused = await holdInAnotherProcess();
    expect(refused.firstLine).toBe('LockTakenError');
    await refused.killGroup();

    lock.release();
    const holder = await holdInAnotherProcess();
    expect(holder.firstLine).toBe('locked');
    await holder.killGroup();
  });

  test('passes to a waiting process when its holder is killed', async () => {
    const holder = await holdInAnotherProcess();
    const waiting = ExclusiveFileLock.acquire(path, { waitMs: 20_000 });
    await holder.killGroup();
    (await waiting).release();
  });

  test('has only one holder within a process too', async () => {
    const first = await ExclusiveFileLock.acquire(path, { waitMs: 0 });
    await expect(ExclusiveFileLock.acquire(path, { waitMs: 100 })).rejects.toMatchObject({
      path,
      waitedMs: 100,
    });

    first.release();
    first.release();
    const second = await ExclusiveFileLock.acquire(path, { waitMs: 0 });
    await expect(ExclusiveFileLock.acquire(path, { waitMs: 0 })).rejects.toThrow(LockTakenError);
    second.release();
  });

  test('names a file that cannot be locked', async () => {
    const absent = join(directory, 'absent', 'service.lock');
    await expect(ExclusiveFileLock.acquire(absent, { waitMs: 0 })).rejects.toThrow(`Can't lock ${absent}`);
  });
});
