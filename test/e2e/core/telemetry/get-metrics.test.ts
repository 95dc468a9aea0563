import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UsageFlusherService } from '../../../../src/usage/metering/usage-flusher.service.js';
import { ApiCaller } from '../../../support/api-caller.js';
import { Scrape } from '../../../support/exposition.js';
import { askForecast, createKeyedClient, FORECAST } from '../../../support/forecast-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp, startTestApp, type TestApp } from '../../../support/test-app.js';

describe('200', () => {
  const DURATION = 'http_request_duration_seconds';
  const app = useTestApp();

  /** Scrapes until the condition holds, since a response is counted only after its caller has received it. */
  async function scrapeUntil(isThere: (scrape: Scrape) => boolean): Promise<Scrape> {
    for (;;) {
      const scrape = await Scrape.of(app());
      if (isThere(scrape)) return scrape;
      await sleep(10);
    }
  }

  let before: Scrape;
  let after: Scrape;

  beforeAll(async () => {
    await publishRun(app());
    const { key } = await createKeyedClient(app(), {
      rate_limits: { second: null, minute: null, hour: null, day: 3 },
    });
    before = await Scrape.of(app());
    for (let i = 0; i < 4; i++) await askForecast(app(), { apikey: key });
    await askForecast(app(), { apikey: key.slice(0, -1) });
    await askForecast(app(), {});
    for (const path of ['/nothing', '/v1/nothing/at/all']) await sendRaw(app().url, { path });
    await sendRaw(app().url, { method: 'OPTIONS', path: FORECAST });
    await sendRaw(app().url, { method: 'HEAD', path: '/health/live' });
    await app().app.get(UsageFlusherService).flush();
    after = await scrapeUntil((scrape) => scrape.value(`${DURATION}_count`, { method: 'HEAD' }) === 1);
  });

  const rise = (name: string, labels?: Record<string, string>) =>
    (after.value(name, labels) ?? 0) - (before.value(name, labels) ?? 0);

  it('responds in the text format, and must not be cached', async () => {
    const { status, headers } = await new ApiCaller(app().url).get('/metrics');

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  describe('requests', () => {
    it('are counted by route, method and status, with their durations', () => {
      const forecast = { method: 'GET', route: FORECAST };

      expect(rise(`${DURATION}_count`, { ...forecast, status: '200' })).toBe(3);
      expect(rise(`${DURATION}_count`, { ...forecast, status: '429' })).toBe(1);
      expect(rise(`${DURATION}_count`, { ...forecast, status: '401' })).toBe(2);
      expect(rise(`${DURATION}_bucket`, { ...forecast, status: '200', le: '+Inf' })).toBe(3);
      expect(rise(`${DURATION}_sum`, { ...forecast, status: '200' })).toBeGreaterThan(0);
      expect(rise(`${DURATION}_count`, { method: 'HEAD', route: '/health/live', status: '200' })).toBe(1);
    });

    it('without a route share a series per method and status, whatever their path', () => {
      expect(rise(`${DURATION}_count`, { method: 'GET', route: '(none)', status: '404' })).toBe(2);
      expect(rise(`${DURATION}_count`, { method: 'OPTIONS', route: '(none)', status: '204' })).toBe(1);
      expect(after.text).not.toContain('nothing');
    });

    it('fill the buckets in ascending order', () => {
      const buckets = after.samples.filter(
        ({ name, labels }) =>
          name === `${DURATION}_bucket` && labels.route === FORECAST && labels.status === '200',
      );

      expect(buckets.map(({ labels }) => labels.le)).toEqual([
        '0.0005',
        '0.001',
        '0.0025',
        '0.005',
        '0.01',
        '0.025',
        '0.05',
        '0.1',
        '0.25',
        '0.5',
        '1',
        '2.5',
        '5',
        '10',
        '+Inf',
      ]);
      const counts = buckets.map(({ value }) => value);
      expect(counts).toEqual([...counts].sort((a, b) => a - b));
    });
  });

  describe('the platform', () => {
    it('reports the decisions of the limits', () => {
      expect(rise('weather_limit_decisions_total', { decision: 'admitted' })).toBe(3);
      expect(rise('weather_limit_decisions_total', { decision: 'refused' })).toBe(1);
      expect(rise('weather_limit_refusals_total', { window: 'day' })).toBe(1);
      expect(rise('weather_limit_refusals_total', { window: 'second' })).toBe(0);
      expect(after.value('weather_limit_store_lost')).toBe(0);
    });

    it('reports how keys were verified', () => {
      expect(rise('weather_key_lookups_total', { result: 'miss' })).toBe(1);
      expect(rise('weather_key_lookups_total', { result: 'hit' })).toBe(3);
      expect(rise('weather_key_lookups_total', { result: 'malformed' })).toBe(1);
      expect(after.value('weather_keys_remembered')).toBe(1);
      expect(after.value('weather_change_feed_disconnected')).toBe(0);
    });

    it('reports cache hits and misses of forecasts', () => {
      expect(rise('weather_answer_lookups_total', { result: 'miss' })).toBe(1);
      expect(rise('weather_answer_lookups_total', { result: 'hit' })).toBe(2);
      expect(after.value('weather_answers_kept')).toBe(1);
      expect(after.value('weather_answers_kept_bytes')).toBeGreaterThan(1_000);
      expect(after.value('weather_answer_evictions_total')).toBe(0);
    });

    it('reports the progress of recording usage', () => {
      expect(after.value('weather_usage_journal_backlog_bytes')).toBe(0);
      expect(after.value('weather_usage_journal_backlog_age_seconds')).toBe(0);
      expect(rise('weather_usage_flush_duration_seconds_count')).toBeGreaterThanOrEqual(1);
      expect(after.value('weather_usage_flush_failures_total')).toBe(0);
      expect(after.value('weather_usage_unrecorded_requests_total')).toBe(0);
    });
  });

  it('reports the runs and the ingest by model', () => {
    expect(after.value('weather_runs_stored', { model: 'gfs' })).toBe(1);
    // Only enabled models without a run count as missing.
    expect(after.value('weather_runs_stored', { model: 'ifs' })).toBeUndefined();
    expect(after.value('weather_run_age_seconds', { model: 'gfs', resolution: '1p00' })).toBeGreaterThan(
      3_600,
    );
    expect(after.value('weather_run_faults')).toBe(0);
    expect(after.value('weather_ingest_state', { model: 'gfs', state: 'off' })).toBe(1);
    expect(after.value('weather_ingest_state')).toBe(1);
    expect(after.value('weather_ingest_failures_in_a_row', { model: 'gfs' })).toBe(0);
  });

  it('reports the database, the disk and the process', () => {
    const connections = after.value('weather_database_connections')!;
    expect(connections).toBeGreaterThanOrEqual(1);
    expect(after.value('weather_database_connections_max')).toBeGreaterThanOrEqual(connections);
    expect(after.value('weather_database_waiting_requests')).toBe(0);
    expect(after.value('weather_data_disk_bytes', { kind: 'size' })).toBeGreaterThan(
      after.value('weather_data_disk_bytes', { kind: 'free' })!,
    );
    expect(after.value('weather_build_info', { node_version: process.version })).toBe(1);
    expect(after.value('nodejs_eventloop_lag_p99_seconds')).not.toBeUndefined();
    expect(after.value('process_resident_memory_bytes')).toBeGreaterThan(2 ** 24);
    expect(rise('weather_eventloop_active_seconds_total')).toBeGreaterThan(0);
  });

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
  if (!hasPromtool && process.env.CI) throw new Error('promtool is not installed, and CI skips nothing.');

  (hasPromtool ? it : it.skip)("has nothing that Prometheus's own tool finds fault with", () => {
    const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: after.text,
      encoding: 'utf8',
    });

    // The names of Node.js metrics are conventional.
    const faults = `${stdout}${stderr}`
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('nodejs_'));
    expect(faults).toEqual([]);
  });
});

describe('401', () => {
  const TOKEN = 'a token of some length';
  const app = useTestApp({ METRICS_TOKEN: 'a-token-of-some-length', TRUSTED_PROXIES: '127.0.0.1' });
  const scrape = (headers: Record<string, string>) => new ApiCaller(app().url).get('/metrics', headers);

  it.each([
    ['nothing', {}],
    ['another token', { authorization: 'Bearer a-token-of-some-lengtH' }],
    ['a longer token', { authorization: 'Bearer a-token-of-some-length1' }],
    ['another scheme', { authorization: 'Basic a-token-of-some-length' }],
    ['the token alone', { authorization: 'a-token-of-some-length' }],
    ['a token with blanks', { authorization: `Bearer ${TOKEN}` }],
  ])('is rejected with %s', async (_, headers) => {
    const { status, headers: answered, body } = await scrape(headers);

    expect(status).toBe(401);
    expect(body.code).toBe('unauthenticated');
    expect(answered.get('www-authenticate')).toBe('Bearer realm="metrics"');
  });

  it.each(['Bearer a-token-of-some-length', 'bearer  a-token-of-some-length'])(
    'is accepted with %j',
    async (authorization) => {
      expect((await Scrape.of(app(), { authorization })).value('weather_build_info')).toBe(1);
    },
  );

  it('is accepted with the token from anywhere', async () => {
    const { status } = await scrape({
      authorization: 'Bearer a-token-of-some-length',
      'x-forwarded-for': '203.0.113.7',
    });

    expect(status).toBe(200);
  });
});

describe('403', () => {
  const PROXY_HEADERS = {
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'weather.example.com',
    'x-real-ip': '203.0.113.7',
    forwarded: 'for=203.0.113.7',
    via: '1.1 caddy',
    'cf-connecting-ip': '203.0.113.7',
  };

  describe.each([
    ['no proxy is trusted', {}],
    ['this machine is a trusted proxy', { TRUSTED_PROXIES: '127.0.0.1' }],
  ])('where %s', (_, environment) => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startTestApp(environment);
    });
    afterAll(() => app.close());
    const scrape = (headers: Record<string, string>) =>
      sendRaw<{ code: string }>(app.url, { path: '/metrics', headers });

    it.each(Object.entries(PROXY_HEADERS))(
      'refuses requests forwarded by a proxy on this machine: %s',
      async (name, value) => {
        const { status, body } = await scrape({ [name]: value });

        expect(status).toBe(403);
        expect(body.code).toBe('forbidden');
      },
    );

    it('refuses requests that claim to be forwarded for this machine', async () => {
      expect((await scrape({ 'x-forwarded-for': '127.0.0.1' })).status).toBe(403);
    });

    it('refuses other host names for this machine, as in DNS rebinding', async () => {
      expect((await scrape({ host: 'rebound.example.com' })).status).toBe(403);
      expect((await scrape({ host: '127.0.0.1.example.com' })).status).toBe(403);
      expect((await scrape({ host: 'localhost:9999' })).status).toBe(200);
    });
  });
});
