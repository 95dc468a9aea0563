import { afterEach, describe, expect, test } from '@jest/globals';
import { IngestError } from '../../../src/ingest/ingest-error.js';
import { gfs } from '../../../src/weather/models/gfs/gfs.model.js';
import { connectionError, freeLease, SchedulerHarness } from './scheduler-harness.js';

let harness: SchedulerHarness;
afterEach(() => harness.remove());

async function start(now: string, ...complete: string[]): Promise<void> {
  harness = await SchedulerHarness.create(now);
  for (const run of complete) harness.complete.add(run);
  harness.scheduler.start();
}

const waits = (count: number) => harness.waits(count);

describe('a complete run', () => {
  test('is downloaded soon after startup and logged, and the next poll is when the next run starts to appear', async () => {
    await start('2026-11-21T09:00:00Z', '2026112100');
    expect(await harness.clock.awaited()).toEqual(new Date('2026-11-21T09:00:01Z'));
    expect(harness.status).toMatchObject({ state: 'waiting', nextPollAt: new Date('2026-11-21T09:00:01Z') });
    expect(await harness.clock.pass()).toEqual(new Date('2026-11-21T09:30:00Z'));
    expect(harness.ingested).toEqual(['2026-11-21T00:00:00.000Z']);
    expect(harness.lease).toMatchObject({ released: true });
    expect(
      harness.log.lines.map(({ level, message, fields }) => [level, message, fields.percent ?? fields.steps]),
    ).toEqual([
      ['info', 'Downloading a model run', undefined],
      ['info', 'Model run found at the source', 11],
      ...[18, 27, 36, 45, 54, 63, 72, 81, 90, 100].map((percent) => [
        'info',
        'Model run in progress',
        percent,
      ]),
      ['info', 'Model run published', 11],
    ]);
    expect(harness.log.lines.at(-1)?.fields).toMatchObject({
      run: '2026-11-21T00Z',
      downloadedBytes: 11_000,
      seconds: 1.2,
    });
  });

  test('is not downloaded again, but the next one is', async () => {
    await start('2026-11-21T09:00:00Z', '2026112100');
    await waits(2);
    expect(harness.ingested).toHaveLength(1);
    harness.complete.add('2026112106');
    await harness.clock.pass();
    expect(harness.ingested).toEqual(['2026-11-21T00:00:00.000Z', '2026-11-21T06:00:00.000Z']);
  });

  test('is detected with a single request, for its last step', async () => {
    await start('2026-11-21T09:00:00Z', '2026112100');
    await harness.clock.pass();
    expect(harness.asked).toEqual(['gfs.20261121/00/atmos/gfs.t00z.pgrb2.1p00.f030.idx']);
  });

  test.each([
    ['a part of it, taken by hand', '1p00', [0, 3, 6], 1],
    ['another resolution of it', '0p25', [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30], 1],
    ['the whole of it', '1p00', [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30], 0],
  ])('is downloaded unless it is already stored completely: %s', async (_, resolution, steps, times) => {
    harness = await SchedulerHarness.create('2026-11-21T09:00:00Z');
    harness.complete.add('2026112100');
    const { dataDirectory } = harness;
    const runsDirectory = `${dataDirectory}/runs`;
    const run = new Date('2026-11-21T00:00:00Z');
    await harness.publish({
      model: gfs,
      resolution,
      run,
      steps,
      maxStepHours: 30,
      dataDirectory,
      runsDirectory,
      runsKept: 2,
    });
    harness.scheduler.start();
    await harness.clock.pass();
    expect(harness.ingested).toHaveLength(times);
  });

  test('polls are delayed randomly', async () => {
    harness = await SchedulerHarness.create('2026-11-21T09:00:00Z', () => 1);
    harness.complete.add('2026112100');
    harness.scheduler.start();
    expect(await harness.clock.awaited()).toEqual(new Date('2026-11-21T09:00:01.250Z'));
    expect(await harness.clock.pass()).toEqual(new Date('2026-11-21T09:31:40Z'));
  });
});

describe('without a network', () => {
  test('warns once, backs off, and logs when the source is reachable again', async () => {
    harness = await SchedulerHarness.create('2026-11-21T09:00:00Z');
    harness.outage = connectionError();
    harness.scheduler.start();
    expect(await waits(6)).toEqual([60, 120, 240, 480, 480, 480]);
    const warnings = harness.log.lines.filter(({ level }) => level !== 'debug');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({
      level: 'warn',
      fields: {
        error: 'ConnectionError',
        reason: 'http://mirror/x: getaddrinfo ENOTFOUND mirror',
        backOffSeconds: 60,
      },
    });
    expect(harness.status).toMatchObject({
      state: 'waiting',
      lastError: { name: 'ConnectionError', count: 6 },
    });

    harness.outage = undefined;
    harness.complete.add('2026112100');
    await harness.clock.pass();
    expect(harness.status.lastError).toBeUndefined();
    expect(harness.log.said('info', 'after')).toContainEqual([
      'The model source is reachable again',
      'ConnectionError',
    ]);
    expect(harness.ingested).toHaveLength(1);

    harness.outage = connectionError();
    expect((await waits(1))[0]).toBe(60);
    expect(harness.log.lines.filter(({ level }) => level === 'warn')).toHaveLength(2);
  });

  test('logs another kind of failure too', async () => {
    await start('2026-11-21T09:00:00Z', '2026112100');
    harness.ingest = () => Promise.reject(new IngestError('DiskFullError', 'there is no space'));
    await waits(2);
    harness.ingest = () => Promise.reject(new IngestError('ContentRangeError', 'other bytes'));
    await waits(2);
    expect(
      harness.log.lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields.error),
    ).toEqual(['DiskFullError', 'ContentRangeError']);
  });
});

describe('several processes', () => {
  test('one without the lease polls again later, without a warning', async () => {
    await start('2026-11-21T09:00:00Z', '2026112100');
    harness.lease = undefined;
    expect(await waits(2)).toEqual([30, 30]);
    expect(harness.ingested).toEqual([]);
    harness.lease = freeLease();
    await harness.clock.pass();
    expect(harness.ingested).toHaveLength(1);
    expect(harness.log.said('warn', 'error')).toEqual([]);
  });

  test('one does the same while another ingest is using the data directory', async () => {
    await start('2026-11-21T09:00:00Z', '2026112100');
    harness.ingest = () => Promise.reject(new IngestError('IngestBusyError', 'another ingest is under way'));
    expect(await waits(2)).toEqual([30, 30]);
    expect(harness.status.lastError).toBeUndefined();
    expect(harness.lease).toMatchObject({ released: true });
  });

  test('one stops its ingest if its lease is lost', async () => {
    await start('2026-11-21T09:00:00Z', '2026112100');
    const lost = new AbortController();
    harness.lease = freeLease(lost);
    harness.ingest = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        lost.abort(new Error('the connection was lost'));
      });
    expect(await waits(1)).toEqual([60]);
    expect(harness.status.lastError).toMatchObject({ message: 'the connection was lost' });
  });
});

describe('a clock', () => {
  test('that differs from the source’s is warned about once', async () => {
    await start('2026-11-21T09:00:00Z');
    harness.skewMs = -7_200_000;
    await waits(3);
    const message =
      "This machine's clock is ahead of the model source's. The schedule follows the source's clock; forecasts follow this machine's";
    expect(harness.log.said('warn', 'differenceSeconds').filter(([, value]) => value !== undefined)).toEqual([
      [message, -7200],
    ]);
  });

  test('that differs only slightly is not warned about', async () => {
    await start('2026-11-21T09:00:00Z');
    harness.skewMs = 299_000;
    await waits(1);
    expect(harness.log.said('warn', 'differenceSeconds').filter(([, value]) => value !== undefined)).toEqual(
      [],
    );
  });

  test.each([
    ['two days ahead', '2026-11-23T09:00:00Z'],
    ['seven hours ahead', '2026-11-21T16:00:00Z'],
    ['half a day behind', '2026-11-20T21:00:00Z'],
    ['a year behind', '2025-11-21T09:00:00Z'],
  ])('that is %s still downloads the source’s newest run, and waits for the next one', async (_, ours) => {
    const theirs = new Date('2026-11-21T09:00:00Z').getTime();
    await start(ours, '2026112100', '2026112018');
    harness.skewMs = theirs - Date.parse(ours);
    // The next run starts at 9:30 by the source's clock, which is a second later than at startup.
    expect(await waits(1)).toEqual([1_799]);
    expect(harness.ingested).toEqual(['2026-11-21T00:00:00.000Z']);
    expect(harness.requests[0].clockSkewMs).toBe(harness.skewMs);
    expect(harness.log.said('warn', 'differenceSeconds')).toHaveLength(1);
  });

  test('that goes back downloads nothing older than what is stored', async () => {
    await start('2026-11-21T09:00:00Z', '2026112100', '2026112018');
    await harness.clock.pass();
    harness.clock.set(new Date('2026-11-21T03:00:00Z'));
    await harness.clock.pass();
    expect(harness.ingested).toHaveLength(1);
  });
});

test('stopping aborts an ingest in progress, without a failure', async () => {
  await start('2026-11-21T09:00:00Z', '2026112100');
  let reason: unknown;
  const begun = new Promise<void>((resolve) => {
    harness.ingest = (_, signal) => {
      resolve();
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          reason = signal.reason;
          reject(signal.reason as Error);
        }),
      );
    };
  });
  void harness.clock.pass();
  await begun;
  expect(harness.status).toMatchObject({
    state: 'ingesting',
    progress: { run: new Date('2026-11-21T00:00:00Z'), stepsDone: 0 },
  });
  await harness.scheduler.stop();
  expect(reason).toMatchObject({ name: 'IngestAbortedError' });
  expect(harness.status).toMatchObject({ state: 'off', progress: undefined, lastError: undefined });
  expect(harness.lease).toMatchObject({ released: true });
  expect(harness.log.said('warn', 'error')).toEqual([]);
});
