import { afterEach, describe, expect, test } from '@jest/globals';
import { IngestError } from '../../../src/ingest/ingest-error.js';
import { gfs } from '../../../src/weather/models/gfs/gfs.model.js';
import { runDueAt } from '../../../src/weather/models/run-times.js';
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
      // Checks whether the run has started, since it is long overdue.
      'gfs.20261121/00/atmos/gfs.t00z.pgrb2.1p00.f000.idx',
      'gfs.20261121/00/atmos/gfs.t00z.pgrb2.0p25.f000.idx',
      'gfs.20261121/00/products/atmos/grib2/0p25/gfs.t00z.pres_a.0p25.f000.grib2.idx',
    ]);
    expect(harness.ingested).toEqual([]);
  });
});
