import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Journal, type Segment } from '../../../../src/usage/metering/journal/journal.js';
import { UsageFlusherService } from '../../../../src/usage/metering/usage-flusher.service.js';
import { type UsageWriterService } from '../../../../src/usage/metering/usage-writer.service.js';
import { event, eventsOf, record } from './usage-events.js';

let root: string;
let journal: Journal;
let flusher: UsageFlusherService;
let apply: (segments: readonly Segment[]) => Promise<void>;
beforeEach(async () => {
  Logger.overrideLogger(false);
  root = mkdtempSync(join(tmpdir(), 'journal-'));
  journal = new Journal({ root, maxSegmentBytes: 1 });
  await journal.open();
  const writer = { apply: (segments: readonly Segment[]) => apply(segments) };
  flusher = new UsageFlusherService(journal, writer as UsageWriterService);
});
afterEach(() => {
  journal.close();
  rmSync(root, { recursive: true, force: true });
});

it('writes many small segments at once, and removes them', async () => {
  const numbers = Array.from({ length: 30 }, (_, i) => i + 1);
  for (const number of numbers) await record(journal, number);
  expect(journal.waiting).toHaveLength(30);
  const applied: unknown[] = [];
  apply = (segments) => Promise.resolve(void applied.push(eventsOf(segments)));

  await flusher.flush();

  expect(applied).toEqual([numbers.map(event)]);
  expect(readdirSync(join(root, journal.id))).toEqual([]);
  expect(flusher.backlog).toEqual({ bytes: 0, ageMs: 0 });
});

it('makes a report wait only briefly, and returns the time up to which it is complete', async () => {
  const beforeMs = Date.now();
  await record(journal, 1);
  const recordedMs = Date.now();
  let finish: (() => void) | undefined;
  apply = () => new Promise((resolve) => (finish = resolve));

  const { begunMs } = journal.waiting[0];
  expect(begunMs).toBeGreaterThanOrEqual(beforeMs);
  expect(begunMs).toBeLessThanOrEqual(recordedMs);
  expect(await flusher.catchUp()).toEqual(new Date(begunMs));

  finish?.();
  const askedMs = Date.now();
  expect((await flusher.catchUp()).getTime()).toBeGreaterThanOrEqual(askedMs);
});

it('has written everything recorded before the call, even if it was already at work', async () => {
  const large = new Journal({ root });
  await large.open();
  const applied: unknown[] = [];
  let finish: (() => void) | undefined;
  const writer = {
    apply: (segments: readonly Segment[]) => {
      applied.push(...eventsOf(segments));
      return applied.length > 1 ? Promise.resolve() : new Promise<void>((resolve) => (finish = resolve));
    },
  };
  const busy = new UsageFlusherService(large, writer as UsageWriterService);
  await record(large, 1);
  const first = busy.flush();
  while (!finish) await new Promise(setImmediate);
  await record(large, 2);
  const second = busy.flush();
  finish();
  await second;

  expect(applied).toEqual([1, 2].map(event));
  await first;
  large.close();
});

it('keeps what could not be written, and reports the failure', async () => {
  await record(journal, 1);
  apply = () => Promise.reject(new Error('The database is away.'));
  await expect(flusher.catchUp()).rejects.toThrow('away');
  expect(journal.waiting).toHaveLength(1);
  const applied: unknown[] = [];
  apply = (segments) => Promise.resolve(void applied.push(...eventsOf(segments)));
  await flusher.flush();
  expect(applied).toEqual([event(1)]);
});
