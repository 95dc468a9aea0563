import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiCaller } from '../../support/api-caller.js';
import { Scrape } from '../../support/exposition.js';
import { readReports } from '../../support/metar-cache.js';
import { METAR_HEADER, metarRow, minutesAgo } from '../../support/metar-rows.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { ChangeFeedService } from '../../../src/core/database/index.js';
import { ObservationFetchService } from '../../../src/observations/fetch/observation-fetch.service.js';
import { ObservationStoreService } from '../../../src/observations/reports/observation-store.service.js';
import { ObservationsService } from '../../../src/observations/reports/observations.service.js';
import { unpackReports } from '../../../src/observations/reports/report-block.js';
import { type ObservationFeed, ObservationStatusService } from '../../../src/observations/index.js';

let requests: IncomingMessage[] = [];
let respond: (response: ServerResponse, request: IncomingMessage) => void;
const server = createServer((request, response) => {
  requests.push(request);
  respond(response, request);
});
const file = (...rows: string[]) => gzipSync([METAR_HEADER, ...rows, ''].join('\n'));
const send = (content: Buffer, headers: Record<string, string> = {}) => {
  respond = (response) => response.writeHead(200, headers).end(content);
};
const refuse = (status: number, headers: Record<string, string> = {}) => {
  respond = (response) => response.writeHead(status, headers).end();
};
let app: TestApp;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  app = await startTestApp({ OBSERVATIONS: 'metar', METAR_BASE_URL: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await app.close();
  server.close();
});
beforeEach(() => {
  requests = [];
});

const feedOf = async (app: TestApp): Promise<ObservationFeed> => {
  const { body } = await new ApiCaller(app.url).get<{ observations: ObservationFeed[] }>('/health/ready');
  return body.observations[0];
};

describe('a source', () => {
  it('is asked conditionally, by name, and its state is shown', async () => {
    const modified = 'Sat, 21 Nov 2026 05:59:00 GMT';
    send(
      file(
        metarRow({ observation_time: minutesAgo(10) }),
        metarRow({ latitude: '-99.99' }),
        metarRow({ observation_time: minutesAgo(10), station_id: 'KOWD', dewpoint_c: '30' }),
      ),
      {
        'last-modified': modified,
        etag: '"1"',
      },
    );
    await readReports(app);
    refuse(304);
    await readReports(app);

    expect(requests.map(({ url: path }) => path)).toEqual(['/metars.cache.csv.gz', '/metars.cache.csv.gz']);
    expect(requests[0].headers['user-agent']).toMatch(/^weather-forecast-service/);
    expect(requests[1].headers).toMatchObject({ 'if-modified-since': modified, 'if-none-match': '"1"' });
    expect(await feedOf(app)).toMatchObject({
      source: 'metar',
      stations: 2,
      reports: 2,
      newestReportAt: minutesAgo(10).replace('.000', ''),
      refused: { position: 1, dew_point: 1 },
      // A third of the rows was refused.
      fault: { code: 'RefusedReportsError', detail: '1 of the last 3 reports were refused' },
    });
    const scrape = await Scrape.of(app);
    const metar = { source: 'metar' };
    expect(scrape.value('weather_observations_stations', metar)).toBe(2);
    expect(scrape.value('weather_observations_reports', metar)).toBe(2);
    expect(scrape.value('weather_observations_refused', { ...metar, reason: 'position' })).toBe(1);
    expect(scrape.value('weather_observations_fault', { ...metar, code: 'RefusedReportsError' })).toBe(1);
    expect(scrape.value('weather_observations_newest_timestamp_seconds', metar)).toBe(
      Date.parse(minutesAgo(10)) / 1_000,
    );
  });

  it.each<[string, string, () => void]>([
    ['that fails', 'HttpStatusError', () => refuse(503)],
    ['that is missing', 'FileMissingError', () => refuse(404)],
    ['that asks for fewer requests', 'TooManyRequestsError', () => refuse(429, { 'retry-after': '3600' })],
    ['that is empty', 'EmptyFileError', () => send(file())],
    ['of another layout', 'Error', () => send(gzipSync('<html>'))],
    ['that is damaged', 'FileUnreadableError', () => send(file(metarRow()).subarray(0, 60))],
    ['that is cut off', 'ConnectionError', () => (respond = (response) => response.destroy())],
  ])('%s is named, and the service goes on', async (_, code, act) => {
    act();
    const [attempt] = await readReports(app);
    expect(attempt.error?.name).toBe(code);
    expect(await feedOf(app)).toMatchObject({ fault: { code, detail: expect.any(String) as unknown } });
    const { status } = await new ApiCaller(app.url).get('/health/ready');
    expect(status).toBe(200);

    send(file(metarRow({ observation_time: minutesAgo(3) })));
    await readReports(app);
    expect(await feedOf(app)).toMatchObject({ fault: null });
  });

  it('is left alone as long as it asked, and waits longer after each failure', async () => {
    const store = app.app.get(ObservationStoreService);
    const fetcher = app.app.get(ObservationFetchService);
    const due = async () => {
      const [{ dueAt, attemptedAt }] = await store.states();
      return (dueAt.getTime() - attemptedAt.getTime()) / 60_000;
    };
    send(file(metarRow({ observation_time: minutesAgo(2) })));
    await readReports(app);
    expect(await due()).toBe(5);
    refuse(503);
    await readReports(app);
    await readReports(app);
    expect(await due()).toBeGreaterThanOrEqual(10);
    refuse(429, { 'retry-after': '3600' });
    await readReports(app);
    expect(await due()).toBe(60);

    requests = [];
    await fetcher.work(new Date(Date.now() + 59 * 60_000));
    expect(requests).toHaveLength(0);
    // The database may need a moment to release the lock.
    while (requests.length === 0) await fetcher.work(new Date(Date.now() + 60 * 60_000));
  });

  it('is stale once its newest report is old, and silent once no process reads it', async () => {
    send(file(metarRow({ observation_time: minutesAgo(1) })));
    await readReports(app);
    const status = app.app.get(ObservationStatusService);
    const faultIn = (minutes: number) => status.feeds(new Date(Date.now() + minutes * 60_000))[0].fault?.code;
    expect([0, 34, 36].map(faultIn)).toEqual([undefined, undefined, 'SilentIngestError']);
    send(file(metarRow({ observation_time: minutesAgo(100), station_id: 'KPVD' })));
    await app.runSql('delete from observation_sources');
    await readReports(app);
    expect(await feedOf(app)).toMatchObject({ fault: { code: 'StaleReportsError' } });
  });

  it('has only one report for each hour and station left after a week, without its text', async () => {
    await app.runSql('delete from observation_blocks');
    send(file(...[4, 9, 40].map((minutes) => metarRow({ observation_time: minutesAgo(minutes) }))));
    await readReports(app);
    const store = app.app.get(ObservationStoreService);
    await store.thin(new Date(Date.now() + 6 * 86_400_000));
    expect(await app.runSql('select 1 from observation_blocks where is_thinned')).toEqual([]);

    await store.thin(new Date(Date.now() + 7.2 * 86_400_000));
    const blocks = await app.runSql('select reports, hour from observation_blocks where is_thinned');
    const left = await Promise.all(blocks.map(({ reports }) => unpackReports(reports as Buffer)));
    expect(left.flat().every(({ text }) => text === null)).toBe(true);
    for (const ofHour of left) expect(ofHour.length).toBeLessThanOrEqual(1);
  });
});

describe('every process', () => {
  it('knows what was stored without asking, and forgets what was removed', async () => {
    while (!app.app.get(ChangeFeedService).isConnected) await sleep(10);
    const reader = app.app.get(ObservationsService);
    send(file(metarRow({ observation_time: minutesAgo(4) })));
    // Only stored: what it reads is told by the database.
    await app.app.get(ObservationFetchService).readAll(new AbortController().signal);
    while (!reader.station('KBOS')) await sleep(10);

    await app.app.get(ObservationStoreService).keepOnly([]);
    while (reader.station('KBOS')) await sleep(10);
    expect(await app.runSql('select 1 from observation_blocks')).toEqual([]);
    expect(await app.runSql('select 1 from observation_stations')).toEqual([]);
    expect(reader.sources()).toEqual([]);
  });
});
