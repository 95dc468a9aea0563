/** @jest-environment node */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { gfs } from '../../src/models/gfs/gfs.model.js';
import { type ModelSettings, type ModelTarget } from '../../src/models/model-targets.js';
import { latestRun, previousRun } from '../../src/models/run-times.js';
import { HILL_GRID, writeHillRun } from '../support/hill/hill-run.js';
import { hill } from '../support/hill/hill.model.js';
import { MirrorServer } from '../support/mirror-server.js';
import { TestClock } from '../support/test-clock.js';
import { LogRecorder } from '../support/log-recorder.js';
import { type TestApp } from '../support/test-app.js';

/** What adding the model takes beside its folder: a line in the list of models, and one in that of targets. */
let baseUrl = '';
const steps = ({ model, resolution, maxStepHours }: ModelTarget) =>
  model.resolutions[resolution].steps(maxStepHours);
jest.unstable_mockModule('../../src/models/models.js', () => ({ MODELS: { gfs, hill } }));
jest.unstable_mockModule('../../src/models/model-targets.js', () => ({
  stepsOf: steps,
  modelTargets: ({ gfsBaseUrls, gfsResolution, gfsMaxStepHours }: ModelSettings): ModelTarget[] => [
    { model: gfs, resolution: gfsResolution, maxStepHours: gfsMaxStepHours, baseUrls: gfsBaseUrls },
    { model: hill, resolution: 'fine', maxStepHours: 8, baseUrls: [baseUrl] },
  ],
}));
const { startTestApp } = await import('../support/test-app.js');
const { signedInCaller, createClient, createApiKey } = await import('../support/api-caller.js');
const { IngestHarness, IMPATIENT } = await import('./ingest-harness.js');
const { ingestRun } = await import('../../src/ingest/ingest.pipeline.js');
const { ingestTargets } = await import('../../src/ingest/request/ingest-target.js');
const { IngestStatusesService } = await import('../../src/ingest/status/ingest-statuses.service.js');
const { IngestScheduler } = await import('../../src/ingest/schedule/ingest.scheduler.js');
const { DEFAULT_SCHEDULE_TIMING } = await import('../../src/ingest/schedule/schedule-timing.js');
const { HttpSource } = await import('../../src/ingest/source/http-source.js');
const { Configuration } = await import('../../src/config/configuration.js');

const newest = latestRun(hill, new Date());
const earlier = previousRun(hill, newest);
const HOUR_MS = 3_600_000;

describe('a second model is a folder of facts', () => {
  let root: string;
  let mirror: MirrorServer;
  let app: TestApp;
  let key: string;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'hill-'));
    for (const run of [earlier, newest]) writeHillRun(root, run);
    mirror = await MirrorServer.start({ root });
    baseUrl = mirror.url;
    app = await startTestApp();
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

  test('before it has a run, its source is known and not available', async () => {
    expect(await forecast('hill', newest)).toMatchObject({
      status: 503,
      body: { code: 'forecast_unavailable', detail: expect.stringContaining('No stored run of hill') },
    });
    expect(await forecast('valley', newest)).toMatchObject({ status: 400 });
  });

  test('the command takes a run of it', async () => {
    const harness = await IngestHarness.create();
    const outcome = await harness.run(
      root,
      ['--model', 'hill', '--run', earlier.toISOString().slice(0, 13)],
      {
        DATA_DIR: app.dataDirectory,
      },
    );
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(outcome.stdout).toContain(
      `hill fine run ${earlier.toISOString().slice(0, 13)}Z published: 9 steps (0-8)`,
    );
    const other = await harness.run(root, ['--model', 'valley', '--run', 'latest']);
    expect(other.stderr).toBe('UsageError: --model must be one of gfs, hill, not "valley"\n');
    await harness.remove();
  });

  test('the schedule takes its newest run, and waits for the next to begin', async () => {
    const [, { target }] = ingestTargets(app.app.get(Configuration), false);
    const sources = [new HttpSource(mirror.url, IMPATIENT)];
    const [clock, log] = [new TestClock(new Date()), new LogRecorder()];
    const scheduler = new IngestScheduler({
      target,
      sources,
      ingest: {
        ingest: (request, progress, signal) =>
          ingestRun(request, { sources, policy: IMPATIENT, progress, signal }),
      },
      takeTurn: () => Promise.resolve({ lost: new AbortController().signal, release: () => undefined }),
      status: app.app.get(IngestStatusesService).of('hill'),
      clock,
      timing: DEFAULT_SCHEDULE_TIMING,
      random: () => 0,
      logger: log,
    });
    scheduler.start();
    await clock.pass();
    expect(log.said('info', 'run').map(([, run]) => run)).toContain(`${newest.toISOString().slice(0, 13)}Z`);
    const { body } = await get('/v1/weather/runs');
    expect(body).toMatchObject({
      runs: [
        { model: 'hill', resolution: 'fine', run: instant(newest), steps: 9, missingSteps: [] },
        { model: 'hill', resolution: 'fine', run: instant(earlier), steps: 9, missingSteps: [] },
      ],
      ingest: [
        { model: 'gfs', resolution: '1p00', state: 'off' },
        // Three hours after the newest run, and 20 minutes for its first step.
        {
          model: 'hill',
          resolution: 'fine',
          state: 'waiting',
          nextLookAt: instant(new Date(newest.getTime() + 3 * HOUR_MS + HOUR_MS / 3)),
        },
      ],
    });
    await scheduler.stop();
  });

  test.each(['hill', 'auto'])('source=%s answers with its values, in our units', async (source) => {
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
    // 280 K and one more for each hour and column: 10.5° E is the second column. 0.5 mm of rain in each hour, wind of (3, 4) m/s.
    expect(hourly.map(({ values }) => values.temperature)).toEqual([7.9, 8.9, 9.9]);
    expect(hourly.map(({ values }) => values.precipitationIntensity)).toEqual([0.5, 0.5, 0.5]);
    expect(hourly[0].values).toMatchObject({ windSpeed: 5, windDirection: 217, pressureSurfaceLevel: 900 });
    expect(hourly[0].values).toMatchObject({
      dewPoint: 1.9,
      visibility: null,
      soilMoisture: null,
      ozone: null,
    });
  });

  test('outside its grid another source answers', async () => {
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
