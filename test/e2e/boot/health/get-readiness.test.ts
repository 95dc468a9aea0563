import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiCaller } from '../../../support/api-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { useTestApp, startTestApp, type TestApp } from '../../../support/test-app.js';
import { ChangeFeedService } from '../../../../src/core/database/changes/change-feed.service.js';
import { ScoreStoreService } from '../../../../src/verification/scores/score-store.service.js';
import { VerificationService } from '../../../../src/verification/index.js';
import { DrainingService } from '../../../../src/boot/health/draining.service.js';
import { Scrape } from '../../../support/exposition.js';
import { flushedUsage } from '../../../support/flushed-usage.js';
import { askForecast, createKeyedClient } from '../../../support/forecast-caller.js';

describe('200', () => {
  const app = useTestApp();
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as unknown;

  it('is ready without any run, and reports the newest run, if any', async () => {
    const caller = new ApiCaller(app().url);
    while (!app().app.get(ChangeFeedService).isConnected) await sleep(10);

    const empty = await caller.get('/health/ready');
    expect(empty.status).toBe(200);
    expect(empty.headers.get('cache-control')).toBe('no-store');
    expect(empty.body).toEqual({
      status: 'ready',
      code: null,
      database: 'ready',
      store: 'ready',
      journal: 'ready',
      clock_ahead_seconds: expect.closeTo(0, -1) as unknown,
      newest_run: null,
      damaged_runs: 0,
      shared_runs: null,
      shared_runs_error: null,
      change_feed: 'ready',
      feeds: [{ model: 'gfs', product: null, sources: [], faults: [] }],
      observations: [],
      verification: { verifiedAt: null, fault: null },
      terrain: null,
    });

    await publishRun(app());
    // The list of runs may be cached for this long.
    await sleep(60);
    const filled = await caller.get('/health/ready');
    expect(filled.status).toBe(200);
    expect(filled.body.newest_run).toEqual({ model: 'gfs', run: time, published_at: time });
  });
});

describe('the verification of forecasts', () => {
  const app = useTestApp();
  const HOUR_MS = 3_600_000;
  const verificationOf = async () =>
    (await new ApiCaller(app().url).get<{ verification: unknown }>('/health/ready')).body.verification;

  it('is told when it was done, why it failed, and when it is overdue', async () => {
    const verification = app().app.get(VerificationService);
    const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 4 * HOUR_MS;
    const workAt = (minute: number) => verification.work(new Date(hourMs + minute * 60_000));
    await workAt(10);
    expect(await verificationOf()).toEqual({ verifiedAt: null, fault: null });
    await workAt(50);
    const verifiedAt = `${new Date(hourMs + 50 * 60_000).toISOString().slice(0, 19)}Z`;
    const staleAt = `${new Date(hourMs + 230 * 60_000).toISOString().slice(0, 19)}Z`;
    expect(await verificationOf()).toEqual({
      verifiedAt,
      fault: {
        code: 'StaleVerificationError',
        detail: `nothing has been verified since ${verifiedAt}`,
        since: staleAt,
      },
    });
    const scrape = await Scrape.of(app());
    expect(scrape.value('weather_verification_fault', { code: 'StaleVerificationError' })).toBe(1);
    expect(scrape.value('weather_verification_timestamp_seconds')).toBe(Date.parse(verifiedAt) / 1_000);

    const days = jest.spyOn(app().app.get(ScoreStoreService), 'days').mockRejectedValue(new Error('broken'));
    verification.start();
    while (!verification.failure) await sleep(10);
    expect(await verificationOf()).toMatchObject({ fault: { code: 'Error', detail: 'broken' } });
    expect((await new ApiCaller(app().url).get('/health/ready')).status).toBe(200);

    days.mockRestore();
    verification.start();
    while (verification.failure) await sleep(10);
    expect(await verificationOf()).toMatchObject({ fault: null });
    expect((await Scrape.of(app())).value('weather_verification_fault')).toBeUndefined();
  });
});

describe('503', () => {
  const app = useTestApp();

  it("isn't ready while the database is unavailable, leaks no details, and is ready again afterwards", async () => {
    const caller = new ApiCaller(app().url);
    const restore = await app().cutDatabase();

    let gone = await caller.get('/health/ready');
    // The feed notices the lost connection independently, sooner or later.
    while (gone.body.change_feed === 'ready') gone = await caller.get('/health/ready');
    await restore();
    const back = await caller.get('/health/ready');

    expect(gone.status).toBe(503);
    expect(gone.headers.get('cache-control')).toBe('no-store');
    expect(gone.body).toEqual({
      status: 'unavailable',
      code: 'database_unavailable',
      database: 'unavailable',
      store: 'ready',
      journal: 'ready',
      clock_ahead_seconds: expect.closeTo(0, -1) as unknown,
      newest_run: null,
      damaged_runs: 0,
      shared_runs: null,
      shared_runs_error: null,
      change_feed: 'unavailable',
      feeds: [{ model: 'gfs', product: null, sources: [], faults: [] }],
      observations: [],
      verification: { verifiedAt: null, fault: null },
      terrain: null,
    });
    expect(back.status).toBe(200);
    expect(app().logLines.some((line) => line.includes(gone.headers.get('x-request-id')!))).toBe(true);
  });
});

describe('503 while it stops', () => {
  const app = useTestApp();

  it("isn't ready once the service is about to stop, but still responds", async () => {
    const caller = new ApiCaller(app().url);
    const draining = app().app.get(DrainingService);
    expect(draining.isWatched).toBe(false);
    // The request of the dashboard in a browser.
    await fetch(`${app().url}/health/ready`, { headers: { 'sec-fetch-site': 'same-origin' } });
    expect(draining.isWatched).toBe(false);
    expect((await caller.get('/health/ready')).status).toBe(200);
    expect(draining.isWatched).toBe(true);

    draining.begin();

    const { status, body } = await caller.get('/health/ready');
    expect(status).toBe(503);
    expect(body).toMatchObject({ status: 'draining', code: 'draining', database: 'ready', store: 'ready' });
    expect((await caller.get('/health/live')).status).toBe(200);
    expect((await caller.get('/v1/weather/fields')).status).toBe(200);
  });
});

describe('503 with a wrong clock', () => {
  const DAY_SECONDS = 86_400;
  /** The date advances at its usual speed; timers aren't faked. */
  const WRONG_DATE = {
    now: Date.now() + 500 * DAY_SECONDS * 1_000,
    advanceTimers: true,
    doNotFake: [
      'clearImmediate',
      'clearInterval',
      'clearTimeout',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'setInterval',
      'setTimeout',
    ],
  } satisfies Parameters<typeof jest.useFakeTimers>[0];

  let app: TestApp;
  beforeAll(async () => {
    jest.useFakeTimers(WRONG_DATE);
    app = await startTestApp();
  });
  afterAll(async () => {
    jest.useRealTimers();
    await app.close();
  });

  it("isn't ready while its clock is wrong, and reports it in the log and in a metric", async () => {
    const { status, body } = await new ApiCaller(app.url).get<Record<string, unknown>>('/health/ready');
    expect(status).toBe(503);
    expect(body).toMatchObject({
      status: 'unavailable',
      code: 'clock_wrong',
      database: 'ready',
      store: 'ready',
    });
    expect(Math.round((body.clock_ahead_seconds as number) / DAY_SECONDS)).toBe(500);

    const scrape = await Scrape.of(app);
    expect(Math.round(scrape.value('weather_clock_ahead_seconds')! / DAY_SECONDS)).toBe(500);
    expect(app.logLines.some((line) => line.includes("ahead of the database's"))).toBe(true);
  });

  it("books usage on the database's day, and doesn't delete data too early by its own clock", async () => {
    const { clientId, key } = await createKeyedClient(app);
    expect((await askForecast(app, { apikey: key })).status).toBe(200);

    expect(
      await flushedUsage(
        app,
        `select count(*)::int as rows from usage.client_days
       where client_id = '${clientId}' and abs(extract(epoch from now() - start)) <= ${2 * DAY_SECONDS}`,
      ),
    ).toEqual([{ rows: 1 }]);
    const partitions = await app.runSql(
      `select to_regclass('usage.requests_' || to_char(now() at time zone 'utc', 'YYYYMMDD')) is not null as today`,
    );
    expect(partitions).toEqual([{ today: true }]);
  });
});
