import { stepsOf } from '../../../src/weather/models/model-target.js';
import { afterEach, describe, expect, test } from '@jest/globals';
import { removeOlderRuns, requireRunKept } from '../../../src/ingest/publish/retention.js';
import { partsOf } from '../../../src/ingest/schedule/part-finder.js';
import { RunCatalogue } from '../../../src/store/catalogue/run-catalogue.js';
import { identity, writeRun } from '../store/synthetic-run.js';
import { SchedulerHarness } from './scheduler-harness.js';

const MIDNIGHT = '2026112100';
const MORNING = '2026112106';

let harness: SchedulerHarness;
afterEach(() => harness.remove());

/** Starts a scheduler for steps up to 240 h, a minute before the 6 UTC run starts to appear. */
async function start(...complete: string[]): Promise<void> {
  harness = await SchedulerHarness.create('2026-11-21T09:29:00Z', () => 0, 240);
  for (const run of complete) harness.complete.add(run);
  harness.scheduler.start();
}

/** The downloaded runs: their hour, their last step, and whether they are partial. */
const taken = () =>
  harness.requests.map(({ run, steps, isPart }) => [
    run.toISOString().slice(11, 13),
    (steps as number[]).at(-1),
    isPart,
  ]);

describe('the parts of a run', () => {
  test('each include the steps of the previous ones', async () => {
    await start();
    const steps = stepsOf({ ...harness.target, maxStepHours: 384 });
    expect(partsOf(steps).map((part) => [part[0], part.length, part.at(-1)])).toEqual([
      [0, steps.indexOf(48) + 1, 48],
      [0, steps.indexOf(120) + 1, 120],
      [0, steps.length, 384],
    ]);
    expect(partsOf([0, 3, 6])).toEqual([[0, 3, 6]]);
    expect(partsOf([0, 24, 48])).toEqual([[0, 24, 48]]);
  });

  test('are downloaded as they appear, each by a poll within a minute', async () => {
    await start(MIDNIGHT);
    await harness.waits(4);
    expect(taken()).toHaveLength(3);
    harness.reached.set(MORNING, 47);
    expect(await harness.waits(3)).toEqual([60, 60, 60]);
    expect(taken()).toHaveLength(3);
    harness.reached.set(MORNING, 48);
    await harness.waits(3);
    harness.reached.set(MORNING, 119);
    await harness.waits(3);
    expect(taken().slice(3)).toEqual([['06', 48, true]]);
    harness.reached.set(MORNING, 120);
    await harness.waits(2);
    harness.complete.add(MORNING);
    await harness.waits(1);
    expect(taken().slice(3)).toEqual([
      ['06', 48, true],
      ['06', 120, true],
      ['06', 240, false],
    ]);
    expect(harness.log.said('info', 'upTo').filter(([, upTo]) => upTo)).toContainEqual([
      'Part of a model run published',
      'f120',
    ]);
  });

  test('follow each other until the next 48 hours are covered, and then all the rest follows the first one', async () => {
    await start(MIDNIGHT);
    // Each follows without a wait. At half past nine, the first 48 hours of the midnight run reach 38.5 hours ahead.
    expect(await harness.waits(3)).toEqual([0, 0, 59]);
    expect(taken()).toEqual([
      ['00', 48, true],
      ['00', 120, true],
      ['00', 240, false],
    ]);
    harness.complete.add(MORNING);
    await harness.waits(2);
    expect(taken().slice(3)).toEqual([
      ['06', 48, true],
      ['06', 240, false],
    ]);
  });

  test('are continued after a restart', async () => {
    harness = await SchedulerHarness.create('2026-11-21T09:29:00Z', () => 0, 240);
    const [first] = partsOf(stepsOf({ ...harness.target, maxStepHours: 240 }));
    const run = new Date('2026-11-21T00:00:00Z');
    await harness.publish({ ...harness.target, run, steps: first, isPart: true });
    harness.complete.add(MIDNIGHT);
    harness.scheduler.start();
    await harness.waits(2);
    expect(taken()).toEqual([
      ['00', 120, true],
      ['00', 240, false],
    ]);
  });

  test('let the previous run be downloaded, which continues them', async () => {
    harness = await SchedulerHarness.create('2026-11-21T09:40:00Z', () => 0, 240);
    harness.reached.set(MORNING, 60);
    harness.complete.add(MIDNIGHT);
    harness.scheduler.start();
    await harness.waits(4);
    expect(taken()).toEqual([
      ['06', 48, true],
      ['00', 48, true],
      ['00', 120, true],
      ['00', 240, false],
    ]);
  });
});

describe('RUNS_KEPT', () => {
  const kept = () => {
    const catalogue = new RunCatalogue(harness.target.runsDirectory);
    const hours = catalogue.runs().map(({ run }) => run.getUTCHours());
    catalogue.close();
    return hours;
  };

  // Runs at 0, 6, 12 and 18 UTC; p: partial, w: whole.
  test.each<[count: number, runs: string, hours: number[]]>([
    [2, 'wwww', [18, 12]],
    [2, 'wwwp', [18, 12]],
    // The newest run that is complete continues partial ones, and takes the place of one of them.
    [2, 'wwpp', [18, 6]],
    [2, 'wppp', [18, 0]],
    [2, 'pppp', [18, 12]],
    [3, 'wwpp', [18, 12, 6]],
    [3, 'wppp', [18, 12, 0]],
    [1, 'wwww', [18]],
    [1, 'wwwp', [18, 12]],
    [1, 'wwpp', [18, 6]],
  ])('of %d keeps so many, however many are partial: %s', async (runsKept, runs, hours) => {
    await start();
    const target = { ...harness.target, runsKept };
    for (const [i, kind] of [...runs].entries()) {
      const run = new Date(Date.UTC(2026, 10, 20, 6 * i));
      await harness.publish({ ...target, run, steps: [0, 3], isPart: kind === 'p' });
      await removeOlderRuns({ ...target, run, steps: 'available' });
    }
    expect(kept()).toEqual(hours);
  });

  test('lets a whole run be downloaded between a newer partial one and an older one', async () => {
    harness = await SchedulerHarness.create('2026-11-21T09:40:00Z', () => 0, 240);
    const evening = { ...harness.target, run: new Date('2026-11-20T18:00:00Z') };
    await harness.publish({ ...evening, steps: stepsOf(harness.target) });
    harness.reached.set(MORNING, 60);
    harness.reached.set(MIDNIGHT, 130);
    harness.scheduler.start();
    await harness.waits(4);
    expect(taken()).toEqual([['06', 48, true]]);
    harness.complete.add(MIDNIGHT);
    await harness.waits(2);
    expect(taken().slice(1)).toEqual([['00', 240, false]]);
  });

  test('applies to each model separately', async () => {
    await start();
    const target = { ...harness.target, runsKept: 1 };
    const ifs = { ...target, model: { ...target.model, name: 'ifs-single' } };
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
    await harness.publish({ ...target, run: at(0), steps: [0, 3] });
    await harness.publish({ ...target, run: at(6), steps: [0, 3], isPart: true });
    await harness.publish({ ...ifs, run: at(0), steps: [0, 3] });
    await removeOlderRuns({ ...ifs, run: at(0), steps: 'available' });
    expect(kept()).toEqual([6, 0, 0]);
  });

  test.each([1, 2])(
    'of %d doesn’t download a run repeatedly while newer ones stay partial',
    async (runsKept) => {
      harness = await SchedulerHarness.create('2026-11-21T09:40:00Z', () => 0, 240, runsKept);
      // Only the oldest of the runs polled for is complete.
      for (const run of [MORNING, MIDNIGHT, '2026112018']) harness.reached.set(run, 50);
      harness.complete.add('2026112012');
      harness.ingest = async (request) => {
        await requireRunKept(request);
        const summary = await harness.takeAsUsual();
        await removeOlderRuns(request);
        return summary;
      };
      harness.scheduler.start();
      const waits = await harness.waits(12);
      const counts = taken().map((one) => JSON.stringify(one));
      expect(counts.length).toBeGreaterThan(0);
      expect(new Set(counts).size).toBe(counts.length);
      expect(waits.slice(-3).every((seconds) => seconds >= 60)).toBe(true);
    },
  );

  test('lets the run before a partial one be downloaded, whatever other models have', async () => {
    await start();
    const target = { ...harness.target, runsKept: 1, steps: 'available' as const };
    const ofOther = identity({ model: 'icon', run: new Date('2026-11-21T00:00:00Z') });
    await writeRun(target.runsDirectory, ofOther, [{ variable: 'cape', step: 0, value: 1 }]);
    await harness.publish({ ...target, run: new Date('2026-11-20T18:00:00Z'), steps: [0, 3], isPart: true });
    const before = { ...target, run: new Date('2026-11-20T12:00:00Z') };
    await expect(requireRunKept(before)).resolves.toBeUndefined();
    await harness.publish({ ...target, run: new Date('2026-11-20T18:00:00Z'), steps: [0, 3, 6] });
    await expect(requireRunKept(before)).rejects.toMatchObject({ name: 'RunTooOldError' });
  });
});
