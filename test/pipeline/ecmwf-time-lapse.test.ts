/** @slow */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Configuration } from '../../src/core/config/configuration.js';
import { ingestRun } from '../../src/ingest/ingest.pipeline.js';
import { ingestTargets } from '../../src/ingest/request/ingest-target.js';
import { IngestScheduler } from '../../src/ingest/schedule/ingest.scheduler.js';
import { DEFAULT_SCHEDULE_TIMING } from '../../src/ingest/schedule/schedule-timing.js';
import { HttpSource } from '../../src/ingest/source/http-source.js';
import { IngestStatusesService } from '../../src/ingest/status/ingest-statuses.service.js';
import { RunCatalogue } from '../../src/store/catalogue/run-catalogue.js';
import { createApiKey, createClient, signedInCaller } from '../support/api-caller.js';
import { LogRecorder } from '../support/log-recorder.js';
import { MirrorServer, redateMessages } from '../support/mirror-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { TestClock } from '../support/test-clock.js';
import { IMPATIENT } from './ingest-harness.js';

const [DAY, NEXT_DAY] = ['2026-09-01', '2026-09-02'];
const time = (clock: string, day = DAY) => new Date(`${day}T${clock}:00Z`);
const STEPS = [0, 3, 6, 9, 12];

/** ECMWF publishes all steps of a run at once: 7 h 34 min after 00 and 12 UTC, and 6 h 27 min after 06 and 18 UTC. */
const PUBLICATIONS = [
  { run: time('00:00'), at: time('07:34') },
  { run: time('06:00'), at: time('12:27') },
  // One step is never published.
  { run: time('12:00'), at: time('19:34'), without: 9 },
  { run: time('18:00'), at: time('00:27', NEXT_DAY) },
];

/** A fault of the shared sample run, which has neither dew point nor cloud cover. */
const OF_SAMPLE = 'RecordsChangedError';

interface Seen {
  at: Date;
  run: string | undefined;
  hours: number;
  faults: string[];
}

describeWithSharedData('a day of IFS', () => {
  const root = mkdtempSync(join(tmpdir(), 'ecmwf-'));
  const clock = new TestClock(time('07:20'));
  const seen: Seen[] = [];
  let mirror: MirrorServer;
  let app: TestApp;

  beforeAll(async () => {
    for (const { run, without } of PUBLICATIONS)
      for (const step of STEPS.filter((hours) => hours !== without)) writeStep(run, step);
    mirror = await MirrorServer.start({ root });
    mirror.fault = ({ path }) => {
      const published = PUBLICATIONS.some(({ run, at }) => path.includes(stemOf(run)) && clock.now() >= at);
      return published ? undefined : { kind: 'status', status: 404 };
    };
    app = await startTestApp({ MODELS: 'ifs:12' });
    const owner = await signedInCaller(app);
    const { key } = await createApiKey(owner, await createClient(owner));
    const configuration = app.app.get(Configuration);
    const [{ target }] = ingestTargets(configuration.models, configuration, false);
    const sources = [new HttpSource(mirror.url, IMPATIENT)];
    const scheduler = new IngestScheduler({
      target,
      sources,
      ingest: {
        ingest: (request, progress, signal) =>
          ingestRun(request, { sources, policy: IMPATIENT, progress, signal }),
      },
      acquireLease: () => Promise.resolve({ lost: new AbortController().signal, release: () => undefined }),
      status: app.app.get(IngestStatusesService).of('ifs'),
      clock,
      timing: DEFAULT_SCHEDULE_TIMING,
      random: () => 0,
      logger: new LogRecorder(),
    });
    scheduler.start();
    while ((await clock.awaited()) < time('01:00', NEXT_DAY)) {
      await clock.pass();
      seen.push(await look(key));
    }
    await scheduler.stop();
  });
  afterAll(async () => {
    await app.close();
    await mirror.close();
    rmSync(root, { recursive: true });
  });

  async function look(key: string): Promise<Seen> {
    // On its own, the catalogue checks the disk at most every 50 ms.
    await app.app.get(RunCatalogue).keep(Infinity);
    const ask = async (path: string) => fetch(`${app.url}${path}`, { headers: { apikey: key } });
    const { runs } = (await (await ask('/v1/weather/runs')).json()) as { runs: { run: string }[] };
    const run = runs.at(0)?.run;
    const answer = await ask(
      `/v1/weather/forecast?lat=51&lon=4&source=ifs&fields=temperature&startTime=${run}`,
    );
    const { data } = (await answer.json()) as { data?: { timelines: { hourly: object[] } } };
    const ready = (await (await ask('/health/ready')).json()) as { feeds: { faults: { code: string }[] }[] };
    return {
      at: clock.now(),
      run,
      hours: data?.timelines.hourly.length ?? 0,
      faults: ready.feeds
        .flatMap(({ faults }) => faults.map(({ code }) => code))
        .filter((code) => code !== OF_SAMPLE),
    };
  }

  /** What callers see at a minute, according to the last look before it. */
  const at = (minute: Date) => seen.filter((moment) => moment.at <= minute).at(-1)!;

  test.each([
    ['07:33', undefined],
    ['07:36', `${DAY}T00:00:00Z`],
    ['12:26', `${DAY}T00:00:00Z`],
    ['12:29', `${DAY}T06:00:00Z`],
    ['19:33', `${DAY}T06:00:00Z`],
    ['19:36', `${DAY}T12:00:00Z`],
    ['23:59', `${DAY}T12:00:00Z`],
  ])('at %s, the newest run is %s', (minute, run) => {
    expect(at(time(minute)).run).toBe(run);
  });

  test('the run after one with a permanently missing step is served once it is published', () => {
    expect(at(time('00:26', NEXT_DAY)).run).toBe(`${DAY}T12:00:00Z`);
    expect(at(time('00:29', NEXT_DAY)).run).toBe(`${DAY}T18:00:00Z`);
  });

  test('callers get all hours of a run as soon as they get any', () => {
    const served = seen.filter(({ run }) => run !== undefined);
    expect(served.length).toBeGreaterThan(100);
    expect(new Set(served.map(({ hours }) => hours))).toEqual(new Set([13]));
  });

  test('the missing step is reported from two hours after the run was due until the next run is published', () => {
    const faultsAt = (clockTime: string, day = DAY) => at(time(clockTime, day)).faults;
    expect(faultsAt('19:40')).toEqual([]);
    expect(faultsAt('21:30')).toEqual([]);
    expect(faultsAt('21:50')).toEqual(['RunOverdueError']);
    expect(faultsAt('00:29', NEXT_DAY)).toEqual([]);
  });

  function writeStep(run: Date, step: number): void {
    const source = join(sharedData ?? '', `ecmwf/20260420/00z/ifs/0p25/oper/20260420000000-${step}h-oper-fc`);
    const target = join(root, `${stemOf(run)}-${step}h-oper-fc`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(`${target}.grib2`, redateMessages(readFileSync(`${source}.grib2`), run));
    const [date, hour] = [
      run.toISOString().slice(0, 10).replaceAll('-', ''),
      run.toISOString().slice(11, 13),
    ];
    const index = readFileSync(`${source}.index`, 'utf8');
    writeFileSync(
      `${target}.index`,
      index.replaceAll('"20260420"', `"${date}"`).replaceAll('"0000"', `"${hour}00"`),
    );
  }
});

/** Returns the common prefix of the paths of a run's files. */
function stemOf(run: Date): string {
  const [date, hour] = [run.toISOString().slice(0, 10).replaceAll('-', ''), run.toISOString().slice(11, 13)];
  return `${date}/${hour}z/ifs/0p25/oper/${date}${hour}0000`;
}
