/** @slow */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Configuration } from '../../src/core/config/configuration.js';
import { ingestRun } from '../../src/ingest/ingest.pipeline.js';
import { IngestStatusesService } from '../../src/ingest/status/ingest-statuses.service.js';
import { ingestTargets } from '../../src/ingest/request/ingest-target.js';
import { IngestScheduler } from '../../src/ingest/schedule/ingest.scheduler.js';
import { DEFAULT_SCHEDULE_TIMING } from '../../src/ingest/schedule/schedule-timing.js';
import { HttpSource } from '../../src/ingest/source/http-source.js';
import { RunCatalogue } from '../../src/store/catalogue/run-catalogue.js';
import { createApiKey, createClient, signedInCaller } from '../support/api-caller.js';
import { startWholeRunMirror } from '../support/gfs-steps.js';
import { LogRecorder } from '../support/log-recorder.js';
import { type MirrorServer } from '../support/mirror-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { TestClock } from '../support/test-clock.js';
import { IMPATIENT } from './ingest-harness.js';

const ALERT_TESTS = readFileSync(
  join(import.meta.dirname, '../../docker/prometheus/alerts.test.yml'),
  'utf8',
);

const DAY = '2026-09-01';
const time = (clock: string, day = DAY) => new Date(`${day}T${clock}:00Z`);
const NEXT_DAY = '2026-09-02';

/**
 * When the steps of each run appear in the bucket, and under which names. Runs have the steps 0, 3, 6, 9 and 12, are
 * due five hours after the run's time, and are first published in part, up to 6 hours.
 */
const PUBLICATIONS: { run: Date; names: string; at: (step: number) => Date }[] = [
  { run: time('00:00'), names: '1p00', at: () => time('04:50') },
  // Step by step, with the last one seven minutes late.
  {
    run: time('06:00'),
    names: '1p00',
    at: (step) => (step === 12 ? time('11:07') : new Date(time('09:30').getTime() + step * 8 * 60_000)),
  },
  // GFS v17 from 12 UTC on: all steps at once, half an hour late.
  { run: time('12:00'), names: 'pres_a', at: () => time('17:30') },
  // One step appears after the last one, long after it was due.
  { run: time('18:00'), names: 'pres_a', at: (step) => (step === 6 ? time('23:25') : time('22:50')) },
  // Found nowhere until the operator puts it where it belongs.
  { run: time('00:00', NEXT_DAY), names: 'pres_a', at: () => time('09:00', NEXT_DAY) },
];

interface Seen {
  at: Date;
  newest: string | undefined;
  isComplete: boolean | undefined;
  /** How many steps the newest run has. */
  steps: number | undefined;
  /** The last hour that any run has for callers. */
  until: string;
  /** From a forecast that starts three hours after the newest run. */
  forecast: { status: number; run?: string; resolution?: number; temperature?: number | null };
  faults: { code: string; detail: string }[];
  /** The samples of weather_ingest_feed_fault that a scraper gets. */
  samples: string[];
}

interface Answer {
  meta?: { run: string; grid: { resolution: number } };
  data?: { timelines: { hourly: { time: string; values: { temperature: number | null } }[] } };
}

describeWithSharedData("a day on which the bucket's layout changes", () => {
  let mirror: MirrorServer;
  let app: TestApp;
  let key: string;
  const log = new LogRecorder();
  const clock = new TestClock(time('10:50'));
  const seen: Seen[] = [];

  beforeAll(async () => {
    mirror = await startWholeRunMirror(
      join(sharedData ?? '', 'gfs'),
      PUBLICATIONS.map(({ run }) => run),
      (run) => PUBLICATIONS.find((publication) => publication.run.getTime() === run.getTime())!.names,
    );
    mirror.fault = ({ path }) => (isPublished(path) ? undefined : { kind: 'status', status: 404 });
    app = await startTestApp({ GFS_MAX_STEP: '12' });
    const owner = await signedInCaller(app);
    ({ key } = await createApiKey(owner, await createClient(owner)));
    await passDay();
  });
  afterAll(async () => {
    await app.close();
    await mirror.close();
  });

  function isPublished(path: string): boolean {
    const [, date, hour] = /^gfs\.(\d{8})\/(\d{2})\//.exec(path) ?? [];
    const step = Number(/\.f(\d{3})/.exec(path)?.[1]);
    return PUBLICATIONS.some(
      ({ run, at }) =>
        run.toISOString().slice(0, 13).replace(/[-T]/g, '') === date + hour && clock.now() >= at(step),
    );
  }

  /** Runs the schedule for 24 hours, and sends callers' requests after each look, since nothing changes in between. */
  async function passDay(): Promise<void> {
    const [{ target }] = ingestTargets(app.app.get(Configuration).models, app.app.get(Configuration), false);
    const sources = [new HttpSource(mirror.url, IMPATIENT)];
    const scheduler = new IngestScheduler({
      target,
      sources,
      ingest: {
        ingest: (request, progress, signal) =>
          ingestRun(request, { sources, policy: IMPATIENT, progress, signal }),
      },
      acquireLease: () => Promise.resolve({ lost: new AbortController().signal, release: () => undefined }),
      status: app.app.get(IngestStatusesService).of('gfs'),
      clock,
      timing: DEFAULT_SCHEDULE_TIMING,
      partEndsHours: [6],
      random: () => 0,
      logger: log,
    });
    scheduler.start();
    while ((await clock.awaited()) < time('09:30', NEXT_DAY)) {
      await clock.pass();
      seen.push(await look());
    }
    await scheduler.stop();
  }

  async function look(): Promise<Seen> {
    // On its own, the catalogue checks the disk at most every 50 ms.
    await app.app.get(RunCatalogue).keep(Infinity);
    const ask = async (path: string) => fetch(`${app.url}${path}`, { headers: { apikey: key } });
    const { runs } = (await (await ask('/v1/weather/runs')).json()) as {
      runs: { run: string; isComplete: boolean; steps: number }[];
    };
    const ready = (await (await ask('/health/ready')).json()) as { feeds: { faults: Seen['faults'] }[] };
    const metrics = await (await ask('/metrics')).text();
    const newest = runs.at(0)?.run;
    const fromNewest = `startTime=${newest}&fields=temperature&lat=52&lon=21&source=gfs`;
    const long = (await (await ask(`/v1/weather/forecast?${fromNewest}`)).json()) as Answer;
    const start = Date.parse(newest ?? '') + 3 * 3_600_000;
    const hours = [start, start + 3_600_000].map((ms) => `${new Date(ms).toISOString().slice(0, 19)}Z`);
    const span = `startTime=${hours[0]}&endTime=${hours[1]}`;
    const answer = await ask(`/v1/weather/forecast?lat=52&lon=21&source=gfs&fields=temperature&${span}`);
    const { meta, data } = (await answer.json()) as Answer;
    return {
      at: clock.now(),
      newest,
      isComplete: runs.at(0)?.isComplete,
      steps: runs.at(0)?.steps,
      until: long.data?.timelines.hourly.at(-1)?.time ?? '',
      forecast: {
        status: answer.status,
        run: meta?.run,
        resolution: meta?.grid.resolution,
        temperature: data?.timelines.hourly[0].values.temperature,
      },
      faults: ready.feeds.flatMap(({ faults }) => faults),
      samples: metrics.split('\n').filter((line) => line.startsWith('weather_ingest_feed_fault{')),
    };
  }

  /** What callers see at a minute, according to the last look before it. */
  const at = (minute: Date) => seen.filter((moment) => moment.at <= minute).at(-1)!;

  test('callers get the newest run at every minute, on the stored grid', () => {
    for (
      let minute = time('10:51');
      minute < time('09:30', NEXT_DAY);
      minute = new Date(minute.getTime() + 60_000)
    ) {
      const { newest, forecast } = at(minute);
      // 3 hours after each run, the mirror has the temperature of the shared run's f006.
      expect(forecast).toEqual({ status: 200, run: newest, resolution: 1, temperature: 16.8 });
    }
  });

  test.each([
    ['10:51', `${DAY}T06:00:00Z`, false, 4],
    ['11:06', `${DAY}T06:00:00Z`, false, 4],
    ['11:09', `${DAY}T06:00:00Z`, true, 5],
    ['17:29', `${DAY}T06:00:00Z`, true, 5],
    ['17:32', `${DAY}T12:00:00Z`, true, 5],
    ['22:49', `${DAY}T12:00:00Z`, true, 5],
    // Around the step that is late.
    ['22:52', `${DAY}T18:00:00Z`, true, 4],
    ['23:24', `${DAY}T18:00:00Z`, true, 4],
    ['23:27', `${DAY}T18:00:00Z`, true, 5],
  ])('at %s, the newest run is %s, complete: %s, with %i steps', (minute, newest, isComplete, steps) => {
    expect(at(time(minute))).toMatchObject({ newest, isComplete, steps });
  });

  test('each part is served within two minutes of the publication of its last step', () => {
    const parts = [
      { steps: [0, 3, 6], isServed: () => true },
      { steps: [0, 3, 6, 9, 12], isServed: ({ isComplete }: Seen) => isComplete },
    ];
    // The first run appeared before the first look, the last but one is served around a step, and the last is overdue.
    for (const { run, at: publishedAt } of PUBLICATIONS.slice(1, -2)) {
      for (const { steps, isServed } of parts) {
        const thereMs = Math.max(
          time('10:50').getTime(),
          ...steps.map((step) => publishedAt(step).getTime()),
        );
        const first = seen.find(
          (moment) => moment.newest === `${run.toISOString().slice(0, 19)}Z` && isServed(moment),
        )!;
        expect(first.at.getTime()).toBeGreaterThanOrEqual(thereMs);
        expect(first.at.getTime()).toBeLessThanOrEqual(thereMs + 2 * 60_000);
      }
    }
  });

  test('no response gets shorter when a run arrives', () => {
    const until = seen.map((moment) => moment.until);
    expect(until).toEqual(until.toSorted());
    // To the last step there is of the run of 06 UTC.
    expect(at(time('11:06')).until).toBe(`${DAY}T15:00:00Z`);
    expect(until.at(-1)).toBe(`${NEXT_DAY}T12:00:00Z`);
  });

  test("a run that can't be found is reported from two hours after it was due until it is published", () => {
    const codesAt = (clockTime: string, day = NEXT_DAY) =>
      at(time(clockTime, day)).faults.map(({ code }) => code);
    expect(codesAt('18:00', DAY)).toEqual([]);
    expect(codesAt('06:59')).toEqual([]);
    expect(codesAt('07:15')).toEqual(['LayoutUnknownError']);
    expect(codesAt('08:59')).toEqual(['LayoutUnknownError']);
    expect(at(time('08:59', NEXT_DAY)).newest).toBe(`${DAY}T18:00:00Z`);
    const [{ detail }] = at(time('08:00', NEXT_DAY)).faults;
    expect(detail).toContain(
      `${mirror.url}/gfs.20260902/00/products/atmos/grib2/0p25/gfs.t00z.pres_a.0p25.f000.grib2.idx`,
    );
    expect(detail).toContain(`${mirror.url}/gfs.20260902/00/atmos/gfs.t00z.pgrb2.1p00.f000.idx`);
    expect(codesAt('09:15')).toEqual([]);
    expect(at(time('09:15', NEXT_DAY)).newest).toBe(`${NEXT_DAY}T00:00:00Z`);
  });

  test("the FeedFault alert fires on the scraped samples while the run can't be found", () => {
    const samplesAt = (clockTime: string) => at(time(clockTime, NEXT_DAY)).samples;
    const labels = 'model="gfs",code="LayoutUnknownError"';
    expect(samplesAt('06:59')).toEqual([]);
    expect(samplesAt('07:15')).toEqual([`weather_ingest_feed_fault{${labels}} 1`]);
    expect(samplesAt('08:59')).toEqual(samplesAt('07:15'));
    expect(samplesAt('09:15')).toEqual([]);
    // Prometheus adds the job and the instance; the promtool tests show that this series raises the alert.
    expect(ALERT_TESTS).toContain(
      `weather_ingest_feed_fault{job="weather-ingest",instance="ingest:3000",${labels}}`,
    );
  });

  test('the log names the product from which each run was taken', () => {
    const published = log.said('info', 'product').filter(([message]) => message === 'Model run published');
    expect(published.map(([, product]) => product)).toEqual([
      'pgrb2.1p00',
      'pgrb2.1p00',
      'pres_a.0p25',
      // Again with the step that was late.
      'pres_a.0p25',
      'pres_a.0p25',
      'pres_a.0p25',
    ]);
  });
});
