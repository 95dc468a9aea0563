import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { IngestHeartbeatService } from '../../../../src/ingest/status/ingest-heartbeat.service.js';
import { IngestReportsService } from '../../../../src/ingest/status/ingest-reports.service.js';
import { IngestStatusesService } from '../../../../src/ingest/status/ingest-statuses.service.js';
import { Configuration } from '../../../../src/core/config/configuration.js';
import { bringRun } from '../../../../src/store/sharing/bring-run.js';
import { DEFAULT_REPLICA_TIMING } from '../../../../src/store/sharing/replica-timing.js';
import { RunReplica } from '../../../../src/store/sharing/run-replica.js';
import { ApiCaller } from '../../../support/api-caller.js';
import { Scrape } from '../../../support/exposition.js';
import { LogRecorder } from '../../../support/log-recorder.js';
import { publishRun } from '../../../support/published-run.js';
import { useTestApp } from '../../../support/test-app.js';

const mount = mkdtempSync(join(tmpdir(), 'mount-'));
const app = useTestApp({ RUN_STORE_URL: pathToFileURL(join(mount, 'runs')).href });
const INSTANT = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/) as unknown;
const IMPATIENT = { ...DEFAULT_REPLICA_TIMING, pollEveryMs: 10, longestBackOffMs: 20 };

interface Runs {
  runs: unknown[];
  ingest: { state: string }[];
  sharing: { lastError: unknown; lastSuccessAt: string | null } | null;
}

let replica: RunReplica | undefined;
afterAll(async () => {
  await replica?.stop();
  rmSync(mount, { recursive: true, force: true });
});

test('GET /v1/weather/runs, /health/ready and /metrics report the state of sharing runs from a store', async () => {
  const caller = new ApiCaller(app().url);
  const list = async () => (await caller.get<Runs & Record<string, unknown>>('/v1/weather/runs')).body;
  const ready = async () => caller.get('/health/ready');
  expect(await list()).toMatchObject({ sharing: null });
  expect((await ready()).body).toMatchObject({ shared_runs: null });
  const numbers = async () => {
    const scrape = await Scrape.of(app());
    return ['failures_in_a_row', 'last_success_timestamp_seconds'].map((name) =>
      scrape.value(`weather_run_sharing_${name}`),
    );
  };
  expect(await numbers()).toEqual([undefined, undefined]);

  replica = new RunReplica(app().app.get(Configuration), new LogRecorder(), IMPATIENT, bringRun);
  await replica.start();
  expect(await list()).toMatchObject({
    runs: [],
    sharing: {
      state: 'waiting',
      progress: null,
      lastError: { code: 'RunStoreUnreachableError', at: INSTANT, count: expect.any(Number) as unknown },
      lastSuccessAt: null,
    },
  });
  expect(await ready()).toMatchObject({
    status: 503,
    body: {
      status: 'unavailable',
      code: 'runs_not_loaded',
      store: 'ready',
      shared_runs: 'unavailable',
      shared_runs_error: 'RunStoreUnreachableError',
    },
  });
  expect(await numbers()).toEqual([expect.any(Number), undefined]);
  expect((await numbers())[0]).toBeGreaterThan(0);

  await publishRun({ dataDirectory: mount });
  let found = await list();
  while (found.runs.length === 0 || found.sharing?.lastError !== null) {
    await sleep(10);
    found = await list();
  }
  expect(found.sharing).toMatchObject({ lastSuccessAt: INSTANT });
  expect(await ready()).toMatchObject({
    status: 200,
    body: { status: 'ready', code: null, shared_runs: 'ready', shared_runs_error: null },
  });
  expect(await numbers()).toEqual([0, expect.closeTo(Date.parse(found.sharing.lastSuccessAt!) / 1_000, -1)]);

  await rm(mount, { recursive: true });
  while ((await list()).sharing?.lastError === null) await sleep(10);
  expect(await ready()).toMatchObject({
    status: 200,
    body: { status: 'ready', shared_runs: 'unavailable', shared_runs_error: 'RunStoreUnreachableError' },
  });
});

test('GET /v1/weather/runs reports what an ingest in another process is doing, and that it has ended', async () => {
  const configuration = app().app.get(Configuration);
  const list = async () => (await new ApiCaller(app().url).get<Runs>('/v1/weather/runs')).body.ingest[0];
  const untilState = async (state: string) => {
    let found = await list();
    while (found.state !== state) {
      await sleep(10);
      found = await list();
    }
    return found;
  };
  expect((await list()).state).toBe('off');
  await app().runSql(`select pg_notify('weather_ingest', 'what nobody says')`);

  const statuses = new IngestStatusesService(configuration);
  const ingest = statuses.of('gfs');
  const heartbeat = new IngestHeartbeatService(configuration, app().app.get(MikroORM), statuses);
  heartbeat.start();
  ingest.fail(new Error('http://inner-host.example/x'), new Date('2026-11-21T05:00:00Z'));
  ingest.begin(new Date('2026-11-21T00:00:00Z'), new Date('2026-11-21T05:01:02Z'));
  expect(await untilState('ingesting')).toEqual({
    model: 'gfs',
    resolution: '1p00',
    state: 'ingesting',
    progress: {
      run: '2026-11-21T00:00:00Z',
      startedAt: '2026-11-21T05:01:02Z',
      stepsDone: 0,
      steps: 0,
      downloadedBytes: 0,
      totalBytes: null,
    },
    lastError: { code: 'Error', at: '2026-11-21T05:00:00Z', count: 1 },
    nextPollAt: null,
    clockSkewSeconds: 0,
  });

  const published = new Promise<void>((resolve) =>
    app().app.get(IngestReportsService).onPublication(resolve),
  );
  ingest.publish(
    new Date('2026-11-21T00:00:00Z'),
    { product: 'pgrb2.1p00', sources: [], missingRecords: [], outsideValues: 0 },
    undefined,
  );
  await published;
  ingest.stop();
  await heartbeat.stop();
  await untilState('off');
});
