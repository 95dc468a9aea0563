import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { IngestStatusesService } from '../../../../src/ingest/status/ingest-statuses.service.js';
import type { RunsDto } from '../../../../src/ingest/runs/runs.dto.js';
import { RunsService } from '../../../../src/ingest/runs/runs.service.js';
import { ApiCaller } from '../../../support/api-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp({ MODELS: 'gfs:24' });
const GFS = { model: 'gfs', resolution: '1p00' };
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

interface Runs {
  runs: Record<string, unknown>[];
  models: RunsDto['models'];
  ingest: Record<string, unknown>[];
}

const listRuns = () => new ApiCaller(app().url).call<Runs>('GET', '/v1/weather/runs');

describe('GET /v1/weather/runs', () => {
  test('lists no runs for an empty store, for anyone', async () => {
    const { status, body } = await listRuns();
    expect(status).toBe(200);
    expect(body).toEqual({
      runs: [],
      models: [expect.objectContaining({ ...GFS, newestRun: null })],
      damaged: [],
      ingest: [
        { ...GFS, state: 'off', progress: null, lastError: null, nextPollAt: null, clockSkewSeconds: 0 },
      ],
      sharing: null,
    });
  });

  test("derives the next run from the model's schedule: the newest at the source until one is stored", () => {
    const at = (time: string) => app().app.get(RunsService).list(new Date(time)).models[0];
    // The files of a GFS run appear from 3:30 to 5:00 hours after its start.
    const six = {
      ...GFS,
      title: 'NOAA/NCEP Global Forecast System',
      isEnsemble: false,
      newestRun: null,
      nextRun: '2026-11-21T06:00:00Z',
      nextRunBeginsAt: '2026-11-21T09:30:00Z',
      nextRunExpectedAt: '2026-11-21T11:00:00Z',
      state: {
        code: 'off',
        title: 'Off',
        detail: "No run is stored; the process that fetches runs doesn't report.",
        needsAttention: true,
      },
    };
    expect(at('2026-11-21T10:59:59Z')).toMatchObject({ nextRun: '2026-11-21T00:00:00Z' });
    expect(at('2026-11-21T12:59:59Z')).toEqual({ ...six, lagSeconds: 7199, isOverdue: false });
    expect(at('2026-11-21T13:00:00Z')).toEqual({ ...six, lagSeconds: 7200, isOverdue: true });
  });

  describe('with a stored run', () => {
    beforeAll(async () => {
      await publishRun(app());
      // The catalog reads the store at most every 50 ms, and the test above has just made it do so.
      while ((await listRuns()).body.runs.length === 0) await sleep(10);
    });

    test('describes the run, its age, its size and what it lacks', async () => {
      const { status, headers, body } = await listRuns();
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      const [run] = body.runs;
      expect(run).toEqual({
        model: 'gfs',
        resolution: '1p00',
        run: expect.stringMatching(INSTANT),
        publishedAt: expect.stringMatching(INSTANT),
        ageSeconds: expect.any(Number),
        firstTime: run.run,
        lastTime: expect.stringMatching(INSTANT),
        expectedLastTime: run.lastTime,
        isComplete: true,
        steps: 3,
        missingSteps: [3, 6, 9, 15, 18, 21],
        warnings: [],
        sizeBytes: expect.any(Number),
      });
      const hour = 3_600;
      // The run began between one and two hours ago.
      expect(run.ageSeconds).toBeGreaterThanOrEqual(hour);
      expect(run.ageSeconds).toBeLessThanOrEqual(2 * hour + 60);
      expect(Date.parse(String(run.lastTime)) - Date.parse(String(run.firstTime))).toBe(24 * hour * 1000);
      const directory = join(app().dataDirectory, 'runs');
      const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((f) =>
        f.isFile(),
      );
      expect(run.sizeBytes).toBe(
        files.reduce((sum, f) => sum + statSync(join(f.parentPath, f.name)).size, 0),
      );
    });

    test('reports how far the newest run is behind the schedule', async () => {
      const { newestRun, nextRun, nextRunExpectedAt, lagSeconds } = (await listRuns()).body.models[0];
      expect(newestRun).toBe((await listRuns()).body.runs[0].run);
      expect(Date.parse(nextRun) - Date.parse(newestRun!)).toBeGreaterThan(0);
      expect(lagSeconds).toBe(0);
      const { models } = app()
        .app.get(RunsService)
        .list(new Date(Date.parse(nextRunExpectedAt) + 24 * 3_600_000));
      expect(models[0]).toMatchObject({ newestRun, nextRun, lagSeconds: 86_400, isOverdue: true });
    });

    test('reports what the ingest is doing', async () => {
      const ingest = app().app.get(IngestStatusesService).of('gfs');
      ingest.begin(new Date('2026-11-21T00:00:00Z'), new Date('2026-11-21T05:01:02.345Z'));
      Object.assign(ingest.progress!, {
        stepsDone: 3,
        steps: 129,
        downloadedBytes: 123_456,
        totalBytes: 9_876_543,
      });
      expect((await listRuns()).body.ingest).toEqual([
        {
          ...GFS,
          state: 'ingesting',
          progress: {
            run: '2026-11-21T00:00:00Z',
            startedAt: '2026-11-21T05:01:02Z',
            stepsDone: 3,
            steps: 129,
            downloadedBytes: 123_456,
            totalBytes: 9_876_543,
          },
          lastError: null,
          nextPollAt: null,
          clockSkewSeconds: 0,
        },
      ]);
    });

    test('reports the kind of a failure, but no hosts or paths', async () => {
      const ingest = app().app.get(IngestStatusesService).of('gfs');
      const error = Object.assign(new Error('http://inner-host.example/x: ENOTFOUND'), {
        name: 'ConnectionError',
      });
      ingest.fail(error, new Date('2026-11-21T06:00:00Z'));
      ingest.wait(new Date('2026-11-21T06:01:00Z'));
      ingest.clockSkewMs = -7_200_000;
      const { body } = await listRuns();
      expect(body.ingest).toEqual([
        {
          ...GFS,
          state: 'waiting',
          progress: null,
          lastError: { code: 'ConnectionError', at: '2026-11-21T06:00:00Z', count: 1 },
          nextPollAt: '2026-11-21T06:01:00Z',
          clockSkewSeconds: -7200,
        },
      ]);
      expect(JSON.stringify(body)).not.toContain('inner-host');
    });
  });
});
