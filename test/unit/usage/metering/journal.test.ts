import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Journal, type JournalOptions, type Segment } from '../../../../src/usage/metering/journal.js';
import { replayLeftovers } from '../../../../src/usage/metering/leftover-journals.js';
import { readSegment } from '../../../../src/usage/metering/read-segment.js';
import { type UsageEvent } from '../../../../src/usage/metering/usage-event.types.js';

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

const event = (number: number): UsageEvent => ({
  owner: { keyId: `key_${number % 3}`, clientId: `cli_${number % 3}`, accountId: 'acc_1' },
  route: number % 2 ? 'GET /a' : 'POST /b',
  timeMs: 1_790_000_000_000.5 + number,
  status: 200 + number,
  units: number,
  bytes: 1000 * number,
  durationUs: 17 * number,
  detail:
    number % 4
      ? undefined
      : { requestId: `request-${number}`, point: number % 8 ? null : { lat: -89.9, lon: 180 } },
});

const record = (journal: Journal, number: number) =>
  new Promise<boolean>((resolve) => journal.append(event(number), resolve));

function eventsOf(segments: readonly Segment[]): UsageEvent[] {
  const events: UsageEvent[] = [];
  for (const { path } of segments) readSegment(readFileSync(path), (found) => events.push(found));
  return events;
}

it('gives back every event as it was, in order', async () => {
  const journal = await open();
  const numbers = Array.from({ length: 100 }, (_, i) => i);
  expect(await Promise.all(numbers.map((number) => record(journal, number)))).not.toContain(false);

  expect(eventsOf(journal.takeSegments())).toEqual(numbers.map(event));
  journal.close();
});

it('names owners and routes anew in each segment', async () => {
  const journal = await open();
  await record(journal, 1);
  journal.takeSegments();
  await record(journal, 1);

  expect(eventsOf(journal.takeSegments())).toEqual([event(1), event(1)]);
  journal.close();
});

it('has an event in the file before it releases the answer', async () => {
  const journal = await open();
  await new Promise<void>((resolve) => {
    journal.append(event(1), () => {
      const [directory] = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
      const path = join(root, directory.name);
      const bytes = readFileSync(join(path, readdirSync(path)[0]));
      const found: UsageEvent[] = [];
      readSegment(bytes, (each) => found.push(each));
      expect(found).toEqual([event(1)]);
      resolve();
    });
  });
  journal.close();
});

describe('a segment that was cut off or damaged', () => {
  it('gives every whole frame before, whatever the length', async () => {
    const journal = await open();
    for (const number of [1, 2, 3]) await record(journal, number);
    const [{ path }] = journal.takeSegments();
    const whole = readFileSync(path);
    let frames = 0;
    for (let length = 0; length <= whole.length; length++) {
      const found: UsageEvent[] = [];
      const lost = readSegment(whole.subarray(0, length), (each) => found.push(each));
      expect(found).toEqual([1, 2, 3].slice(0, found.length).map(event));
      expect(found.length).toBeGreaterThanOrEqual(frames);
      frames = found.length;
      expect(lost === 0).toBe(length === 0 || lost === 0);
    }
    expect(frames).toBe(3);
    journal.close();
  });

  it('is not believed beyond a byte that changed', async () => {
    const journal = await open();
    for (const number of [1, 2]) await record(journal, number);
    const [{ path }] = journal.takeSegments();
    const bytes = readFileSync(path);
    bytes[bytes.length - 3] ^= 1;
    const found: UsageEvent[] = [];
    expect(readSegment(bytes, (each) => found.push(each))).toBeGreaterThan(0);
    expect(found).toEqual([event(1)]);
    journal.close();
  });
});

describe('when it is full', () => {
  it('says that an event is not recorded, and goes on once there is room', async () => {
    const journal = await open({ maxBytes: 300 });
    const recorded: number[] = [];
    for (let number = 1; number < 20; number++) if (await record(journal, number)) recorded.push(number);
    expect(recorded.length).toBeGreaterThan(0);
    expect(recorded.length).toBeLessThan(19);

    expect(eventsOf(journal.takeSegments())).toEqual(recorded.map(event));
    while (journal.waiting.length > 0) await journal.removeOldest();
    expect(journal.backlogBytes).toBe(0);
    expect(await record(journal, 2)).toBe(true);
    expect(eventsOf(journal.takeSegments())).toEqual([event(2)]);
    journal.close();
  });
});

describe('what a process leaves', () => {
  it('is applied by the next one, oldest first, and removed then', async () => {
    const journal = await open({ maxSegmentBytes: 1 });
    for (const number of [1, 2, 3]) await record(journal, number);
    journal.close();

    const applied: Segment[] = [];
    const events: UsageEvent[] = [];
    await replayLeftovers(root, (segment) => {
      applied.push(segment);
      events.push(...eventsOf([segment]));
      return Promise.resolve();
    });
    expect(applied.map(({ journalId, sequence }) => [journalId, sequence])).toEqual(
      [1, 2, 3].map((sequence) => [journal.id, sequence]),
    );
    expect(events).toEqual([1, 2, 3].map(event));
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

  it('stays when it cannot be applied', async () => {
    const journal = await open();
    await record(journal, 1);
    journal.close();
    const failure = () => Promise.reject(new Error('The database is away.'));
    await expect(replayLeftovers(root, failure)).rejects.toThrow('away');

    const applied: Segment[] = [];
    await replayLeftovers(root, (segment) => Promise.resolve(void applied.push(segment)));
    expect(applied).toHaveLength(1);
  });
});
