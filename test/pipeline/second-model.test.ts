/** @jest-environment node */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { HOUR_MS } from '../../src/core/time/index.js';
import { type VariableName } from '../../src/weather/meteo/variables.js';
import { latestRun, previousRun } from '../../src/weather/models/run-times.js';
import { HILL_GRID, writeHillRun } from '../support/hill/hill-run.js';
import { hill } from '../support/hill/hill.feature.js';
import { MirrorServer } from '../support/mirror-server.js';
import { TestClock } from '../support/test-clock.js';
import { LogRecorder } from '../support/log-recorder.js';
import { signedInCaller, createClient, createApiKey } from '../support/api-caller.js';
import { Configuration } from '../../src/core/config/configuration.js';
import { ingestRun } from '../../src/ingest/ingest.pipeline.js';
import { ingestTargets } from '../../src/ingest/request/ingest-target.js';
import { IngestStatusesService } from '../../src/ingest/status/ingest-statuses.service.js';
import { IngestScheduler } from '../../src/ingest/schedule/ingest.scheduler.js';
import { DEFAULT_SCHEDULE_TIMING } from '../../src/ingest/schedule/schedule-timing.js';
import { HttpSource } from '../../src/ingest/source/http-source.js';
import { RunCatalogue } from '../../src/store/catalogue/run-catalogue.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { IngestHarness, IMPATIENT } from './ingest-harness.js';
import { storedPlane } from './stored-planes.js';

/** Adding the model takes nothing but its folder. */
const FEATURES = './test/support/hill/hill.feature.ts';

const newest = latestRun(hill, new Date());
const earlier = previousRun(hill, newest);

describe('a second model is a folder of facts', () => {
  let root: string;
  let mirror: MirrorServer;
  let app: TestApp;
  let key: string;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'hill-'));
    for (const run of [earlier, newest]) writeHillRun(root, run);
    mirror = await MirrorServer.start({ root });
    app = await startTestApp({ FEATURES, MODELS: 'gfs,hill', HILL_BASE_URL: mirror.url });
    const owner = await signedInCaller(app);
    ({ key } = await createApiKey(owner, await createClient(owner)));
  });
  afterAll(async () => {
    await app.close();
    await mirror.close();
    rmSync(root, { recursive: true });
  });

  const get = async (path: string) => {
    const response = await fetch(`${app.url}${path}`, { headers: { apikey: key } });
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };
  const instant = (time: Date) => `${time.toISOString().slice(0, 19)}Z`;
  const forecast = (source: string, run: Date) => {
    const end = new Date(run.getTime() + 3 * HOUR_MS);
    const span = `startTime=${instant(run)}&endTime=${instant(end)}`;
    return get(`/v1/weather/forecast?lat=47.5&lon=10.5&source=${source}&${span}`);
  };

  test('before it has a run, its source is known but unavailable', async () => {
    expect(await forecast('hill', newest)).toMatchObject({
      status: 503,
      body: { code: 'forecast_unavailable', detail: expect.stringContaining('No stored run of hill') },
    });
    expect(await forecast('valley', newest)).toMatchObject({ status: 400 });
  });

  test('the command takes one of its runs', async () => {
    const harness = await IngestHarness.create();
    const outcome = await harness.run(
      root,
      ['--model', 'hill', '--run', earlier.toISOString().slice(0, 13)],
      {
        DATA_DIR: app.dataDirectory,
        FEATURES,
        HILL_BASE_URL: mirror.url,
      },
    );
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(outcome.stdout).toContain(
      `hill fine run ${earlier.toISOString().slice(0, 13)}Z published: 9 steps (0-8)`,
    );
    const other = await harness.run(root, ['--model', 'valley', '--run', 'latest'], { FEATURES });
    expect(other.stderr).toMatch(/^UsageError: --model must be one of gfs, .+, hill, not "valley"\n$/);
    await harness.remove();
  });

  test('the schedule takes its newest run, and waits for the next one to start', async () => {
    const configuration = app.app.get(Configuration);
    const [, { target }] = ingestTargets(configuration.models, configuration, false);
    const sources = [new HttpSource(mirror.url, IMPATIENT)];
    const soonAfter = new Date(newest.getTime() + 2 * HOUR_MS);
    const [clock, log] = [new TestClock(soonAfter), new LogRecorder()];
    const scheduler = new IngestScheduler({
      target,
      sources,
      ingest: {
        ingest: (request, progress, signal) =>
          ingestRun(request, { sources, policy: IMPATIENT, progress, signal }),
      },
      acquireLease: () => Promise.resolve({ lost: new AbortController().signal, release: () => undefined }),
      status: app.app.get(IngestStatusesService).of('hill'),
      clock,
      timing: DEFAULT_SCHEDULE_TIMING,
      random: () => 0,
      logger: log,
    });
    scheduler.start();
    await clock.pass();
    expect(log.said('info', 'run').map(([, run]) => run)).toContain(`${newest.toISOString().slice(0, 13)}Z`);
    let { body } = await get('/v1/weather/runs');
    // The service looks for new runs once a second.
    while ((body.runs as unknown[]).length < 2) ({ body } = await get('/v1/weather/runs'));
    expect(body).toMatchObject({
      runs: [
        { model: 'hill', resolution: 'fine', run: instant(newest), steps: 9, missingSteps: [] },
        { model: 'hill', resolution: 'fine', run: instant(earlier), steps: 9, missingSteps: [] },
      ],
      ingest: [
        { model: 'gfs', resolution: '1p00', state: 'off' },
        // Three hours after the newest run, plus 20 minutes for its first step.
        {
          model: 'hill',
          resolution: 'fine',
          state: 'waiting',
          nextPollAt: instant(new Date(newest.getTime() + 3 * HOUR_MS + HOUR_MS / 3)),
        },
      ],
    });
    await scheduler.stop();
  });

  test("its records are stored in the service's variables and units", () => {
    const catalogue = new RunCatalogue(join(app.dataDirectory, 'runs'));
    const [run] = catalogue.runs();
    const row = (variable: VariableName, step: number) => storedPlane(run, variable, step)?.slice(0, 5);
    for (const step of [1, 4, 5, 8]) {
      // Meters up to the fourth hour, then mm: 0.5 mm in each hour, 0.2 mm of which is snow.
      expect(row('precipitation', step)?.map((mm) => Math.round(mm * 1000) / 1000)).toEqual(
        Array(5).fill(0.5),
      );
      expect(row('frozenPrecipitationPercent', step)?.map(Math.round)).toEqual(Array(5).fill(40));
      expect(row('windGust', step)).toEqual(Array(5).fill(10 + step));
    }
    // By column: rain, snow, freezing rain, ice pellets, none.
    expect(row('rainFlag', 3)).toEqual([1, 0, 0, 0, 0]);
    expect(row('snowFlag', 3)).toEqual([0, 1, 0, 0, 0]);
    expect(row('freezingRainFlag', 3)).toEqual([0, 0, 1, 0, 0]);
    expect(row('icePelletsFlag', 3)).toEqual([0, 0, 0, 1, 0]);
    const { variables } = run.manifest;
    expect(variables.find(({ name }) => name === 'windGust')?.statistic).toBe('maximum');
    catalogue.close();
  });

  test.each(['hill', 'auto'])("source=%s returns its values, in the API's units", async (source) => {
    const { status, body } = await forecast(source, newest);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      meta: {
        source: 'hill',
        run: instant(newest),
        grid: { resolution: HILL_GRID.increment },
        attribution: 'Hill Weather Office',
      },
    });
    const { hourly } = (body as unknown as Answer).data.timelines;
    // 280 K, plus one for each hour and column: 10.5° E is the second column. Each hour has 0.5 mm of rain and wind of
    // (3, 4) m/s.
    expect(hourly.map(({ values }) => values.temperature)).toEqual([7.9, 8.9, 9.9]);
    expect(hourly.map(({ values }) => values.precipitationIntensity)).toEqual([0.5, 0.5, 0.5]);
    expect(hourly[0].values).toMatchObject({ windSpeed: 5, windDirection: 217, pressureSurfaceLevel: 900 });
    expect(hourly[0].values).toMatchObject({
      dewPoint: 1.9,
      // The gust of the first hour. Vapor pressures of 275 and 281 K by WMO-No. 8: 6.98 and 10.61 hPa.
      windGust: 11,
      humidity: 66,
      visibility: null,
      soilMoisture: null,
      ozone: null,
    });
  });

  test('outside its grid, another source is used', async () => {
    const { body } = await get('/v1/weather/forecast?lat=0&lon=0');
    expect(body).toMatchObject({ meta: { source: 'climatology' } });
  });

  test('each model keeps its own runs', async () => {
    const { status, body } = await forecast('gfs', newest);
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'forecast_unavailable' } });
  });
});

interface Answer {
  data: { timelines: { hourly: { values: Record<string, number | null> }[] } };
}
