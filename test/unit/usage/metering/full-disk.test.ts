import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Journal } from '../../../../src/usage/metering/journal/journal.js';
import { SmallDisk } from '../../../support/small-disk.js';
import { event, eventsOf, read, record } from './usage-events.js';

it('leaves one segment on a full disk, however many requests fail, and continues in it', async () => {
  await using running = new AsyncDisposableStack();
  const root = mkdtempSync(join(tmpdir(), 'journal-'));
  running.defer(() => rmSync(root, { recursive: true, force: true }));
  const disk = SmallDisk.mount(root, running);
  if (!disk) return;
  const journal = new Journal({ root });
  await journal.open();
  const segments = () => readdirSync(join(root, journal.id));

  const recorded = [await record(journal, 1)];
  disk.fill();
  // The remainder of its last block holds a few more.
  for (let number = 2; number < 200; number++) recorded.push(await record(journal, number));
  // Partially written frames are removed.
  expect(read(readFileSync(join(root, journal.id, segments()[0]))).lostBytes).toBe(0);
  for (let flush = 0; flush < 20; flush++) {
    journal.takeSegments();
    recorded.push(await record(journal, recorded.length + 1));
  }
  expect(recorded.filter((isRecorded) => !isRecorded).length).toBeGreaterThan(150);
  expect(journal.waiting).toHaveLength(1);
  await journal.probe();
  expect(journal.failed).toBe(recorded.filter((isRecorded) => !isRecorded).length + 1);

  disk.empty();
  expect(await record(journal, 7)).toBe(true);
  const kept = recorded.flatMap((isRecorded, index) => (isRecorded ? [event(index + 1)] : []));
  expect(eventsOf(journal.takeSegments())).toEqual([...kept, event(7)]);
  // Empty segments are removed asynchronously.
  while (segments().length > journal.waiting.length) await sleep(10);
  expect(segments()).toEqual(journal.waiting.map(({ path }) => path.slice(-18)));
  journal.close();
});

it('continues in the same segment after a rejected frame', async () => {
  const root = mkdtempSync(join(tmpdir(), 'journal-'));
  const options = { root, maxBytes: 10_000 };
  const journal = new Journal(options);
  await journal.open();
  expect(await record(journal, 1)).toBe(true);
  options.maxBytes = 0;
  for (const number of [2, 3]) expect(await record(journal, number)).toBe(false);
  options.maxBytes = 10_000;
  // Their owners were first named in the rejected frames.
  for (const number of [3, 5]) expect(await record(journal, number)).toBe(true);

  const segments = journal.takeSegments();
  expect(segments).toHaveLength(1);
  expect(eventsOf(segments)).toEqual([1, 3, 5].map(event));
  journal.close();
  rmSync(root, { recursive: true, force: true });
});
