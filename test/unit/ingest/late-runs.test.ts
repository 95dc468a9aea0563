import { afterEach, describe, expect, test } from '@jest/globals';
import { IngestError } from '../../../src/ingest/ingest-error.js';
import { gfs } from '../../../src/weather/models/gfs/gfs.model.js';
import { stepsOf } from '../../../src/weather/models/model-target.js';
import { runDueAt } from '../../../src/weather/models/run-times.js';
import { RunCatalogue } from '../../../src/store/catalogue/run-catalogue.js';
import { SchedulerHarness } from './scheduler-harness.js';

let harness: SchedulerHarness;
afterEach(() => harness.remove());

async function start(now: string, ...complete: string[]): Promise<void> {
  harness = await SchedulerHarness.create(now);
  for (const run of complete) harness.complete.add(run);
  harness.scheduler.start();
}

const waits = (count: number) => harness.waits(count);
/** Lateness warnings only, without those for faults of the source. */
const saidToBeLate = () => harness.log.said('warn', 'run').filter(([, run]) => run !== undefined);

/** What the finder remembers of runs, which must not grow for the life of the process. */
const known = () => {
  const { finder } = harness.scheduler as unknown as { finder: Record<'faulty' | 'awaited', Set<number>> };
  return finder as typeof finder & { parts: { lookedAtMs: Map<number, number> } };
};

describe('a run that is late', () => {
  test('is polled for with growing waits, while an older one is downloaded', async () => {
    await start('2026-11-21T09:00:00Z', '2026112018');
    expect(await waits(1)).toEqual([60]);
    expect(harness.ingested).toEqual(['2026-11-20T18:00:00.000Z']);
    expect(await waits(4)).toEqual([120, 240, 240, 240]);
    harness.complete.add('2026112100');
    await harness.clock.pass();
    expect(harness.ingested.at(-1)).toBe('2026-11-21T00:00:00.000Z');
    expect(await harness.clock.awaited()).toEqual(new Date('2026-11-21T09:30:00Z'));
    expect(saidToBeLate()).toEqual([]);
  });

  test('is polled for with short waits again once the next one starts, and logged as late once', async () => {
    await start('2026-11-21T09:20:00Z');
    // Until the next run starts, at 9:30.
    expect(await waits(4)).toEqual([60, 120, 240, 179]);
    expect(saidToBeLate()).toEqual([]);
    harness.asked.length = 0;
    expect(await waits(3)).toEqual([60, 60, 60]);
    const message =
      'A model run was not complete when the next one began; ingesting whichever is complete first';
    expect(saidToBeLate()).toEqual([[message, '2026-11-21T00Z']]);
    // Each in every layout.
    expect([...new Set(harness.asked.map((path) => path.slice(0, 15)))].slice(0, 2)).toEqual([
      'gfs.20261121/06',
      'gfs.20261121/00',
    ]);
  });

  test('is downloaded once it is complete, and then the next one', async () => {
    await start('2026-11-21T10:50:00Z');
    await waits(6);
    harness.complete.add('2026112100');
    await waits(1);
    expect(harness.ingested).toEqual(['2026-11-21T00:00:00.000Z']);
    harness.complete.add('2026112106');
    await waits(1);
    expect(harness.ingested.slice(1)).toEqual(['2026-11-21T06:00:00.000Z']);
  });

  test('is not downloaded once the next one is complete', async () => {
    await start('2026-11-21T10:50:00Z');
    await waits(6);
    harness.complete.add('2026112106').add('2026112100');
    await waits(3);
    expect(harness.ingested).toEqual(['2026-11-21T06:00:00.000Z']);
  });

  test('that never completes doesn’t hold up later runs', async () => {
    await start('2026-11-21T09:00:00Z');
    const hours = ['06', '12', '18'];
    for (const hour of hours) {
      const due = runDueAt(gfs, new Date(`2026-11-21T${hour}:00:00Z`));
      while (harness.clock.now() < due) await waits(1);
      harness.complete.add(`20261121${hour}`);
      await waits(10);
    }
    expect(harness.ingested).toEqual(hours.map((hour) => `2026-11-21T${hour}:00:00.000Z`));
  });
});

describe.each(['StepMissingError', 'FileMissingError'] as const)(
  'a missing intermediate step: %s',
  (name) => {
    const missing = () => Promise.reject(new IngestError(name, 'f003 is missing'));

    test('is waited for like the last step, and is not a failure', async () => {
      await start('2026-11-21T09:00:00Z', '2026112100');
      harness.ingest = missing;
      expect(await waits(5)).toEqual([60, 120, 240, 240, 240]);
      expect(harness.status).toMatchObject({ failures: 0, lastError: undefined });
      expect(harness.log.said('warn', 'backOffSeconds').filter(([, seconds]) => seconds)).toEqual([]);
      const said = 'A model run has its last step but lacks another; waiting for it';
      expect(harness.log.said('info', 'reason').filter(([message]) => message === said)).toEqual([
        [said, 'f003 is missing'],
      ]);
      harness.ingest = undefined;
      await waits(1);
      expect(harness.ingested).toHaveLength(6);
      expect(await harness.clock.awaited()).toEqual(new Date('2026-11-21T09:30:00Z'));
    });

    test('lets an older run be downloaded meanwhile', async () => {
      await start('2026-11-21T10:00:00Z', '2026112100', '2026112018');
      harness.ingest = missing;
      await waits(1);
      harness.ingest = undefined;
      await waits(2);
      expect(harness.ingested).toEqual([
        '2026-11-21T00:00:00.000Z',
        '2026-11-20T18:00:00.000Z',
        '2026-11-21T00:00:00.000Z',
      ]);
    });

    test('is reported as late when the next run starts', async () => {
      await start('2026-11-21T09:20:00Z', '2026112100');
      harness.ingest = missing;
      await waits(5);
      expect(saidToBeLate().map(([, run]) => run)).toEqual(['2026-11-21T00Z']);
    });
  },
);

describe('a step that is missing past its due time', () => {
  const MIDNIGHT = '2026112100';
  /** Starts with a run up to 240 h without some steps. The first step is due at 3:30, step 240 at 4:26. */
  async function startWithout(now: string, ...steps: number[]): Promise<void> {
    harness = await SchedulerHarness.create(now, () => 0, 240);
    harness.complete.add(MIDNIGHT);
    harness.lacking.set(MIDNIGHT, steps);
    harness.scheduler.start();
  }
  const published = () => harness.requests.map(({ steps }) => (steps as number[]).at(-1));
  const stored = () => {
    const catalogue = new RunCatalogue(harness.target.runsDirectory);
    const [{ manifest }] = catalogue.runs();
    catalogue.close();
    return manifest;
  };
  const all = () => stepsOf(harness.target);

  test('does not hold back later ones, and is filled in when it comes', async () => {
    await startWithout('2026-11-21T05:30:00Z', 51);
    await waits(4);
    expect(published()).toEqual([48, 120, 240]);
    expect(stored().stepsHours).toEqual(all().filter((step) => step !== 51));
    expect(stored().isPart).toBeUndefined();
    // It is looked for like a run that is due.
    expect(await waits(3)).toEqual([60, 60, 60]);
    expect(harness.requests).toHaveLength(3);
    harness.lacking.delete(MIDNIGHT);
    await waits(1);
    expect(stored().stepsHours).toEqual(all());
    expect(await harness.clock.awaited()).toEqual(new Date('2026-11-21T09:30:00Z'));
    expect(harness.status).toMatchObject({ failures: 0, lastError: undefined });
  });

  test('is waited for until then', async () => {
    // Step 51 is due at 3:41:57.
    await startWithout('2026-11-21T03:39:00Z', 51);
    await waits(2);
    expect(stored().stepsHours.at(-1)).toBe(48);
    while (harness.clock.now() < new Date('2026-11-21T03:41:57Z')) {
      expect(stored().stepsHours.at(-1)).toBe(48);
      await waits(1);
    }
    await waits(1);
    expect(stored().stepsHours).toEqual(all().filter((step) => step !== 51));
  });

  test.each([
    [48, [45, 120, 240]],
    [120, [48, 117, 240]],
  ])('is %i, the end of a part: the source has later ones', async (step, ends) => {
    await startWithout('2026-11-21T05:30:00Z', step);
    const seen: number[] = [];
    for (let i = 0; i < 4; i++) {
      await waits(1);
      seen.push(stored().stepsHours.at(-1)!);
    }
    expect([...new Set(seen)]).toEqual(ends);
    expect(stored().stepsHours).toEqual(all().filter((other) => other !== step));
  });

  test('is the last of the run: it stays a part, which the run before it continues', async () => {
    // It is awaited for half an hour, since nothing follows it.
    await startWithout('2026-11-21T04:50:00Z', 240);
    await waits(4);
    expect(stored().stepsHours.at(-1)).toBe(120);
    while (harness.clock.now() < new Date('2026-11-21T04:57:00Z')) await waits(1);
    await waits(1);
    expect(stored()).toMatchObject({ isPart: true });
    expect(stored().stepsHours.at(-1)).toBe(237);
    harness.lacking.delete(MIDNIGHT);
    await waits(1);
    expect(stored().isPart).toBeUndefined();
    expect(stored().stepsHours).toEqual(all());
    await waits(1);
    expect(known().parts.lookedAtMs.size).toBe(0);
  });

  test('is one of several: they are filled in at most every ten minutes', async () => {
    await startWithout('2026-11-21T05:30:00Z', 51, 60, 63, 66);
    await waits(5);
    harness.lacking.set(MIDNIGHT, [60, 63, 66]);
    const before = harness.requests.length;
    await waits(12);
    expect(harness.requests).toHaveLength(before + 1);
    expect(stored().stepsHours).toContain(51);
    harness.lacking.set(MIDNIGHT, [63, 66]);
    await waits(12);
    expect(harness.requests).toHaveLength(before + 2);
  });
});

describe('a run that cannot be downloaded', () => {
  const malformed = () => Promise.reject(new IngestError('RecordMissingError', 'f003: ...'));

  test('yields to an older one, and is retried afterwards', async () => {
    await start('2026-11-21T10:00:00Z', '2026112100', '2026112018');
    harness.ingest = malformed;
    await waits(1);
    harness.ingest = undefined;
    await waits(2);
    expect(harness.ingested).toEqual([
      '2026-11-21T00:00:00.000Z',
      '2026-11-20T18:00:00.000Z',
      '2026-11-21T00:00:00.000Z',
    ]);
    await waits(1);
    expect([...known().faulty]).toEqual([]);
    harness.complete.add('2026112106');
    await waits(2);
    // By now, the next one has begun.
    expect([...known().awaited]).toEqual([Date.UTC(2026, 10, 21, 12)]);
  });

  test('because its inventory is malformed doesn’t prevent an older one from being downloaded', async () => {
    await start('2026-11-21T10:00:00Z', '2026112018');
    harness.malformed.add('2026112100');
    await waits(1);
    expect(harness.ingested).toEqual(['2026-11-20T18:00:00.000Z']);
    await waits(1);
    expect(harness.status.lastError).toMatchObject({ name: 'InventoryError' });
  });

  test.each([
    ['the network', new IngestError('ConnectionError', 'broken', { transient: true })],
    ['the disk', new IngestError('DiskFullError', 'there is no space')],
    ['its process', new IngestError('WorkerEndedError', 'ended by SIGKILL')],
  ])('because of %s is itself retried', async (_, error) => {
    await start('2026-11-21T10:00:00Z', '2026112100', '2026112018');
    harness.ingest = () => Promise.reject(error);
    await waits(3);
    expect([...new Set(harness.ingested)]).toEqual(['2026-11-21T00:00:00.000Z']);
  });

  test('because RUNS_KEPT newer ones are stored is not polled for', async () => {
    harness = await SchedulerHarness.create('2026-11-21T09:00:00Z');
    harness.complete.add('2026112018');
    for (const run of ['2026-11-21T00:00:00Z', '2026-11-21T06:00:00Z'].map((time) => new Date(time))) {
      await harness.publish({ ...harness.target, run, steps: [0, 3] });
    }
    harness.scheduler.start();
    await harness.clock.pass();
    expect(harness.asked).toEqual([
      'gfs.20261121/00/atmos/gfs.t00z.pgrb2.1p00.f030.idx',
      'gfs.20261121/00/atmos/gfs.t00z.pgrb2.0p25.f030.idx',
      'gfs.20261121/00/products/atmos/grib2/0p25/gfs.t00z.pres_a.0p25.f030.grib2.idx',
      // Looks for steps before the last one, which may be missing alone, and for the first one that isn't stored.
      ...['027', '024', '021', '018', '006'].flatMap((step) => [
        `gfs.20261121/00/atmos/gfs.t00z.pgrb2.1p00.f${step}.idx`,
        `gfs.20261121/00/atmos/gfs.t00z.pgrb2.0p25.f${step}.idx`,
        `gfs.20261121/00/products/atmos/grib2/0p25/gfs.t00z.pres_a.0p25.f${step}.grib2.idx`,
      ]),
    ]);
    expect(harness.ingested).toEqual([]);
  });
});
