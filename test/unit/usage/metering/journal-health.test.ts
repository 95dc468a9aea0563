import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { JournalHealthService } from '../../../../src/usage/metering/journal/journal-health.service.js';
import { Journal, type JournalOptions } from '../../../../src/usage/metering/journal/journal.js';
import { record } from './usage-events.js';

let options: JournalOptions;
let journal: Journal;
let health: JournalHealthService;
let failures: number;
beforeEach(async () => {
  Logger.overrideLogger(false);
  failures = 0;
  options = { root: mkdtempSync(join(tmpdir(), 'journal-')), onError: () => (failures += 1) };
  journal = new Journal(options);
  await journal.open();
  health = new JournalHealthService(journal);
});
afterEach(() => {
  journal.close();
  rmSync(options.root, { recursive: true, force: true });
});

/** Limits the journal as a full disk would. */
const setFull = (isFull: boolean) => (options.maxBytes = isFull ? 0 : undefined);

/** Returns the verdict after each check, with a request before each if there are requests. */
async function verdicts(count: number, { requests }: { requests: boolean }): Promise<boolean[]> {
  const seen: boolean[] = [];
  while (seen.length < count) {
    if (requests) await record(journal, seen.length);
    await health.work();
    seen.push(health.isWritable);
  }
  return seen;
}
const times = (count: number, verdict: boolean) => new Array<boolean>(count).fill(verdict);

it('changes its verdict only once writing has failed or succeeded for several checks', async () => {
  expect(await verdicts(5, { requests: true })).toEqual(times(5, true));
  setFull(true);
  expect(await verdicts(5, { requests: true })).toEqual([...times(2, true), ...times(3, false)]);
  setFull(false);
  expect(await verdicts(12, { requests: true })).toEqual([...times(9, false), ...times(3, true)]);
});

it('ignores isolated failures', async () => {
  for (let i = 0; i < 5; i++) {
    setFull(true);
    expect(await verdicts(2, { requests: true })).toEqual(times(2, true));
    setFull(false);
    expect(await verdicts(1, { requests: true })).toEqual([true]);
  }
});

it('restarts its count after each failure', async () => {
  setFull(true);
  await verdicts(3, { requests: true });
  for (let i = 0; i < 3; i++) {
    setFull(false);
    expect(await verdicts(9, { requests: true })).toEqual(times(9, false));
    setFull(true);
    expect(await verdicts(1, { requests: true })).toEqual([false]);
  }
});

it('counts a second with both successful and failed writes as failed', async () => {
  for (let i = 0; i < 3; i++) {
    setFull(true);
    await record(journal, i);
    setFull(false);
    await record(journal, i);
    await health.work();
  }
  expect(health.isWritable).toBe(false);
});

it('detects failures and recovery without requests, and leaves no files behind', async () => {
  setFull(true);
  const failing = await verdicts(20, { requests: false });
  expect(failing.indexOf(false)).toBe(11);
  expect(failures).toBe(11);
  setFull(false);
  expect((await verdicts(20, { requests: false })).indexOf(true)).toBe(9);
  expect(readdirSync(options.root).filter((name) => name.endsWith('.probe'))).toEqual([]);
});

it('probes rarely while all is well, and never while there are requests', async () => {
  await verdicts(30, { requests: false });
  expect(journal.written).toBe(3);
  await verdicts(30, { requests: true });
  expect(journal.written).toBe(33);
  await verdicts(9, { requests: false });
  expect(journal.written).toBe(33);
  await verdicts(1, { requests: false });
  expect(journal.written).toBe(34);
});

it('stops soon while a disk holds up its probe', async () => {
  await verdicts(9, { requests: false });
  const probed = Promise.withResolvers<void>();
  const probe = jest.spyOn(journal, 'probe').mockImplementation(() => probed.promise);
  jest.useFakeTimers();
  health.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(probe).toHaveBeenCalled();
  const stopped = jest.fn();
  void health.onModuleDestroy().then(stopped);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(stopped).toHaveBeenCalled();
  probed.resolve();
  jest.useRealTimers();
});
