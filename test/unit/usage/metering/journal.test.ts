import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  Journal,
  type JournalOptions,
  type Segment,
} from '../../../../src/usage/metering/journal/journal.js';
import { replayLeftovers } from '../../../../src/usage/metering/journal/leftover-journals.js';
import { type UsageEvent } from '../../../../src/usage/metering/journal/usage-event.types.js';
import { event, eventsOf, read, record } from './usage-events.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'journal-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function open(options: Partial<JournalOptions> = {}): Promise<Journal> {
  const journal = new Journal({ root, ...options });
  await journal.open();
  return journal;
}

it('returns every event unchanged, in order', async () => {
  const journal = await open();
  const numbers = Array.from({ length: 100 }, (_, i) => i);
  expect(await Promise.all(numbers.map((number) => record(journal, number)))).not.toContain(false);

  expect(eventsOf(journal.takeSegments())).toEqual(numbers.map(event));
  journal.close();
});

it('makes each segment readable on its own', async () => {
  const journal = await open();
  await record(journal, 1);
  journal.takeSegments();
  await record(journal, 1);

  expect(eventsOf(journal.takeSegments())).toEqual([event(1), event(1)]);
  journal.close();
});

it('writes an event to the file before it releases the response', async () => {
  const journal = await open();
  await new Promise<void>((resolve) => {
    journal.append(event(1), () => {
      const [directory] = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
      const path = join(root, directory.name);
      const bytes = readFileSync(join(path, readdirSync(path)[0]));
      expect(read(bytes).events).toEqual([event(1)]);
      resolve();
    });
  });
  journal.close();
});

describe('when it is full', () => {
  it.each([
    ['in one segment', {}],
    ['in ended segments', { maxSegmentBytes: 1 }],
  ])('rejects an event, and continues once there is room, %s', async (_, options) => {
    const maxBytes = 900;
    const failures: string[] = [];
    const journal = await open({ maxBytes, ...options, onError: ({ message }) => failures.push(message) });
    const recorded: number[] = [];
    for (let number = 1; number < 20; number++) if (await record(journal, number)) recorded.push(number);
    expect(recorded.length).toBeGreaterThan(3);
    expect(failures).toHaveLength(19 - recorded.length);
    expect(failures.length).toBeGreaterThan(3);
    expect([journal.written, journal.failed]).toEqual([recorded.length, failures.length]);
    expect(journal.backlogBytes).toBeLessThanOrEqual(maxBytes);

    expect(eventsOf(journal.takeSegments())).toEqual(recorded.map(event));
    expect(bytesOf(journal.waiting)).toBe(journal.backlogBytes);
    await journal.removeOldest(journal.waiting.length);
    expect(journal.backlogBytes).toBe(0);
    expect(await record(journal, 2)).toBe(true);
    expect(eventsOf(journal.takeSegments())).toEqual([event(2)]);
    journal.close();
  });
});

const bytesOf = (segments: readonly Segment[]) => segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

describe('a journal left behind by a process', () => {
  it('is applied by the next process, oldest segment first, and then removed', async () => {
    const journal = await open({ maxSegmentBytes: 1 });
    // Two of them have more than one digit.
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    for (const number of numbers) await record(journal, number);
    journal.close();

    const applied: (readonly Segment[])[] = [];
    const events: UsageEvent[] = [];
    await replayLeftovers(root, (segments) => {
      applied.push(segments);
      events.push(...eventsOf(segments));
      return Promise.resolve();
    });
    expect(applied).toHaveLength(1);
    expect(applied[0].map(({ journalId, sequence }) => [journalId, sequence])).toEqual(
      numbers.map((sequence) => [journal.id, sequence]),
    );
    expect(events).toEqual(numbers.map(event));
    expect(readdirSync(root)).toEqual([]);
  });

  it('is left alone while its process runs', async () => {
    const journal = await open();
    await record(journal, 1);
    journal.takeSegments();

    await replayLeftovers(root, () => Promise.reject(new Error('It is in use.')));
    expect(journal.waiting).toHaveLength(1);
    journal.close();
  });

  it('is applied while other processes run, wherever those are in the folder', async () => {
    const running = await open();
    await record(running, 1);
    const left: string[] = [];
    do {
      const journal = await open();
      await record(journal, 2);
      journal.close();
      left.push(journal.id);
    } while (left[left.length - 1] < running.id);

    const applied: string[] = [];
    await replayLeftovers(root, (segments) =>
      Promise.resolve(void applied.push(...segments.map(({ journalId }) => journalId))),
    );
    expect(applied).toEqual(left.sort());
    running.close();
  });

  it('stays if it cannot be applied', async () => {
    const journal = await open();
    await record(journal, 1);
    journal.close();
    const failure = () => Promise.reject(new Error('The database is away.'));
    await expect(replayLeftovers(root, failure)).rejects.toThrow('away');

    const applied: Segment[] = [];
    await replayLeftovers(root, (segments) => Promise.resolve(void applied.push(...segments)));
    expect(applied).toHaveLength(1);
  });
});
