import { afterEach, describe, expect, test } from '@jest/globals';
import { IngestError } from '../../../src/ingest/ingest-error.js';
import { SchedulerHarness } from './scheduler-harness.js';

let harness: SchedulerHarness;
afterEach(() => harness.remove());

async function start(now: string, ...complete: string[]): Promise<void> {
  harness = await SchedulerHarness.create(now);
  for (const run of complete) harness.complete.add(run);
  harness.scheduler.start();
}

const warnings = () => harness.log.said('warn', 'error').map(([, error]) => error);
const codes = () => harness.status.faults.map(({ code }) => code);
/** Lets polls happen until a time. */
async function passUntil(time: string): Promise<void> {
  while ((await harness.clock.awaited()) <= new Date(time)) await harness.clock.pass();
}

describe('a run without any file in a known location', () => {
  // The 00 UTC run should be complete at 05:00.
  test('is reported two hours after it should be complete, with every location', async () => {
    await start('2026-11-21T06:30:00Z', '2026112018');
    await passUntil('2026-11-21T06:59:59Z');
    expect(codes()).toEqual([]);
    await passUntil('2026-11-21T07:10:00Z');
    const [fault] = harness.status.faults;
    expect(fault).toMatchObject({ code: 'LayoutUnknownError', run: new Date('2026-11-21T00:00:00Z') });
    for (const place of [
      'gfs.20261121/00/atmos/gfs.t00z.pgrb2.1p00.f000.idx',
      'gfs.20261121/00/atmos/gfs.t00z.pgrb2.0p25.f000.idx',
      'gfs.20261121/00/products/atmos/grib2/0p25/gfs.t00z.pres_a.0p25.f000.grib2.idx',
    ])
      expect(fault.detail).toContain(`http://mirror/${place}`);
    expect(warnings()).toEqual(['LayoutUnknownError']);
    const { since } = fault;

    // The fault persists, is logged once, and stays while the next run is missing too.
    await passUntil('2026-11-21T11:30:00Z');
    expect(harness.status.faults).toMatchObject([{ code: 'LayoutUnknownError', since }]);
    expect(warnings().filter((code) => code === 'LayoutUnknownError')).toHaveLength(1);
  });

  test('is no longer reported once a run is found', async () => {
    await start('2026-11-21T08:00:00Z', '2026112018');
    await passUntil('2026-11-21T08:10:00Z');
    expect(codes()).toEqual(['LayoutUnknownError']);
    harness.complete.add('2026112100');
    await harness.clock.pass();
    expect(harness.ingested.at(-1)).toBe('2026-11-21T00:00:00.000Z');
    expect(codes()).toEqual([]);
    expect(harness.log.said('info', 'after')).toContainEqual([
      'The source of a model is back to normal',
      'LayoutUnknownError',
    ]);
  });

  test('is reported differently if the run has started', async () => {
    await start('2026-11-21T08:00:00Z', '2026112018');
    harness.begun.add('2026112100');
    await passUntil('2026-11-21T08:10:00Z');
    expect(harness.status.faults).toMatchObject([
      {
        code: 'RunOverdueError',
        detail: expect.stringMatching(/has f027 and not f030 3 h after .* looked for http:.*\.f030\.idx/),
      },
    ]);
  });
});

describe('an incomplete run', () => {
  test.each([
    [0, 'f003'],
    [12, 'f015'],
    [21, 'f024'],
  ])('that ends after step %i is reported with the first missing step', async (reached, absent) => {
    await start('2026-11-21T08:00:00Z', '2026112018');
    harness.reached.set('2026112100', reached);
    await passUntil('2026-11-21T08:10:00Z');
    const there = `f${String(reached).padStart(3, '0')}`;
    const [{ code, detail }] = harness.status.faults;
    expect(code).toBe('RunOverdueError');
    expect(detail).toContain(`has ${there} and not ${absent} 3 h after`);
    expect(detail).toContain(`http://mirror/gfs.20261121/00/atmos/gfs.t00z.pgrb2.1p00.${absent}.idx`);
  });
});

describe('a run that can’t be downloaded because of the source', () => {
  test('is reported until it or a newer one is downloaded', async () => {
    await start('2026-11-21T05:30:00Z', '2026112100', '2026112018');
    harness.ingest = ({ run }) =>
      run.getUTCHours() === 0
        ? Promise.reject(new IngestError('RecordMissingError', 'f006: APCP is not in http://mirror/x.idx'))
        : harness.takeAsUsual();
    await passUntil('2026-11-21T05:40:00Z');
    // Downloading the older run doesn't clear the fault of the newer one.
    expect(harness.ingested).toContain('2026-11-20T18:00:00.000Z');
    expect(harness.status.faults).toMatchObject([
      { code: 'RecordMissingError', detail: expect.stringContaining('http://mirror/x.idx') },
    ]);
    harness.ingest = undefined;
    await passUntil('2026-11-21T07:00:00Z');
    expect(codes()).toEqual([]);
  });

  test.each(['DiskFullError', 'WorkerEndedError'] as const)(
    'is not reported for a local error: %s',
    async (name) => {
      await start('2026-11-21T05:30:00Z', '2026112100');
      harness.ingest = () => Promise.reject(new IngestError(name, 'of this machine'));
      await passUntil('2026-11-21T05:40:00Z');
      expect(harness.status.lastError?.name).toBe(name);
      expect(codes()).toEqual([]);
    },
  );

  test('is reported once a step has been missing for a long time', async () => {
    await start('2026-11-21T05:00:00Z', '2026112100');
    harness.ingest = () =>
      Promise.reject(new IngestError('StepMissingError', 'f009: no inventory; looked for http://mirror/x'));
    await passUntil('2026-11-21T06:59:59Z');
    expect(codes()).toEqual([]);
    await passUntil('2026-11-21T07:10:00Z');
    expect(harness.status.faults).toMatchObject([
      { code: 'StepMissingError', detail: expect.stringContaining('http://mirror/x') },
    ]);
    harness.ingest = undefined;
    await harness.clock.pass();
    expect(codes()).toEqual([]);
  });
});

test('missing records are reported until a run has them again', async () => {
  await start('2026-11-21T05:30:00Z', '2026112100');
  harness.changedRecords = ['the inventories lack CAPE:surface (instant); looked for in http://mirror/x.idx'];
  harness.missingRecords = ['CAPE:surface'];
  await harness.clock.pass();
  expect(harness.ingested).toHaveLength(1);
  expect(harness.status.faults).toMatchObject([
    { code: 'RecordsChangedError', detail: expect.stringContaining('http://mirror/x.idx') },
  ]);
  expect(warnings()).toEqual(['RecordsChangedError']);
  expect(harness.status.missingRecords).toEqual(['CAPE:surface']);
  harness.changedRecords = [];
  harness.missingRecords = [];
  harness.complete.add('2026112106');
  await passUntil('2026-11-21T11:10:00Z');
  expect(harness.ingested).toHaveLength(2);
  expect(codes()).toEqual([]);
  expect(harness.status.missingRecords).toEqual([]);
});

test('a failing source is logged once, and so is its recovery', async () => {
  await start('2026-11-21T05:30:00Z', '2026112100');
  const report = { location: 'http://a', steps: 0, error: null };
  harness.sourceReports = [
    { ...report, state: 'failing', error: 'ConnectionError' },
    { location: 'http://b', steps: 11, state: 'well', error: null },
  ];
  await harness.clock.pass();
  expect(harness.log.said('warn', 'source')).toEqual([
    ['A source of a model fails; using the next one', 'http://a'],
  ]);
  expect([...harness.status.stepsOfSource]).toEqual([
    ['http://a', 0],
    ['http://b', 11],
  ]);
  harness.sourceReports = [{ ...report, state: 'well', steps: 11 }];
  harness.complete.add('2026112106');
  await passUntil('2026-11-21T11:10:00Z');
  expect(harness.log.said('info', 'source')).toContainEqual([
    'A source of a model has recovered',
    'http://a',
  ]);
});
