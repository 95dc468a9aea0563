import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { RunCatalogue } from '../../../src/store/catalogue/run-catalogue.js';
import { publishedRuns, putAside } from '../../../src/store/format/run-directory.js';
import { SchedulerHarness } from './scheduler-harness.js';

const [MIDNIGHT, EVENING, NOON] = ['2026-11-21T00', '2026-11-20T18', '2026-11-20T12'].map(
  (hour) => `${hour}:00:00.000Z`,
);

let harness: SchedulerHarness;
afterEach(() => harness.remove());

/** Starts a service that has stored these runs and waits for the next one. */
async function startWith(...runs: string[]): Promise<void> {
  harness = await SchedulerHarness.create('2026-11-21T09:00:00Z');
  for (const run of runs) {
    harness.complete.add(run.replaceAll('-', '').replace('T', '').slice(0, 10));
    await harness.publish({ ...harness.target, run: new Date(run), steps: STEPS });
  }
  harness.scheduler.start();
  await harness.clock.pass();
}

const STEPS = [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30];

/** Marks runs as damaged, like a process that reads them. */
function damage(...runs: string[]): void {
  for (const run of runs) {
    const stamp = `${run.slice(0, 13).replaceAll('-', '')}00Z_`;
    const { runsDirectory } = harness.target;
    const names = publishedRuns(readdirSync(runsDirectory)).map(({ name }) => name);
    const name = names.find((other) => other.includes(stamp))!;
    putAside(runsDirectory, name);
  }
}

/** Triggers the next poll without any time passing. */
async function hurry(): Promise<Date> {
  harness.clock.forget();
  harness.scheduler.hurry();
  await harness.clock.awaited();
  return harness.clock.pass();
}

describe('a stored run that is damaged', () => {
  test('is downloaded again at once, without changing the wait for the next one', async () => {
    await startWith(EVENING, MIDNIGHT);
    damage(MIDNIGHT);
    expect(await hurry()).toEqual(new Date('2026-11-21T09:30:00Z'));
    expect(harness.ingested).toEqual([MIDNIGHT]);
    expect(harness.clock.now()).toEqual(new Date('2026-11-21T09:00:01Z'));
  });

  test('is downloaded again even if a newer one is stored', async () => {
    await startWith(EVENING, MIDNIGHT);
    damage(EVENING);
    await hurry();
    expect(harness.ingested).toEqual([EVENING]);
  });

  test('is downloaded newest first if there are several, except any that would be deleted immediately', async () => {
    await startWith(NOON, EVENING, MIDNIGHT);
    damage(NOON, EVENING, MIDNIGHT);
    await hurry();
    await harness.clock.pass();
    expect(harness.ingested).toEqual([MIDNIGHT, EVENING]);
  });

  test('waits if the source no longer has it, without delaying the next poll', async () => {
    await startWith(EVENING, MIDNIGHT);
    damage(EVENING);
    harness.complete.clear();
    expect(await hurry()).toEqual(new Date('2026-11-21T09:30:00Z'));
    expect(harness.ingested).toEqual([]);
  });

  test('is detected at startup', async () => {
    harness = await SchedulerHarness.create('2026-11-21T09:00:00Z');
    for (const run of [EVENING, MIDNIGHT])
      await harness.publish({ ...harness.target, run: new Date(run), steps: STEPS });
    harness.complete.add('2026112018');
    damage(EVENING);
    harness.scheduler.start();
    await harness.clock.pass();
    expect(harness.ingested).toEqual([EVENING]);
  });

  test('that is damaged again is retried ten minutes later, not continuously', async () => {
    await startWith(EVENING, MIDNIGHT);
    damage(MIDNIGHT);
    await hurry();
    damage(MIDNIGHT);
    harness.clock.forget();
    harness.scheduler.hurry();
    expect(await harness.clock.awaited()).toEqual(new Date('2026-11-21T09:10:01Z'));
    await harness.clock.pass();
    expect(harness.ingested).toEqual([MIDNIGHT, MIDNIGHT]);
  });
});

test('the remains of a damaged run are deleted once it is stored again', async () => {
  await startWith(EVENING, MIDNIGHT);
  const { runsDirectory } = harness.target;
  damage(EVENING);
  await hurry();
  const catalogue = new RunCatalogue(runsDirectory);
  expect(await catalogue.keep(2)).toEqual([]);
  catalogue.close();
  expect(readdirSync(runsDirectory).filter((name) => name.endsWith('.damaged'))).toEqual([]);
});

test('whoever asks for a check gets it at once, also right after another', async () => {
  await startWith(EVENING, MIDNIGHT);
  damage(MIDNIGHT);
  await hurry();
  for (let i = 0; i < 2; i++) {
    damage(MIDNIGHT);
    harness.clock.forget();
    harness.scheduler.check();
    expect(await harness.clock.awaited()).toEqual(harness.clock.now());
    await harness.clock.pass();
  }
  expect(harness.ingested).toEqual([MIDNIGHT, MIDNIGHT, MIDNIGHT]);
});
