import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { ApiCaller } from '../../support/api-caller.js';
import { Scrape } from '../../support/exposition.js';
import { readReports } from '../../support/metar-cache.js';
import { METAR_HEADER, metarRow, minutesAgo } from '../../support/metar-rows.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { Configuration } from '../../../src/core/config/index.js';
import { ChangeFeedService, DatabaseClockService } from '../../../src/core/database/index.js';
import { AdvisoryLock } from '../../../src/core/locks/index.js';
import { ObservationFetchService } from '../../../src/observations/fetch/observation-fetch.service.js';
import { ObservationStoreService } from '../../../src/observations/reports/observation-store.service.js';
import { ObservationsService } from '../../../src/observations/reports/observations.service.js';
import { StationsService } from '../../../src/observations/stations/stations.service.js';
import { unpackReports } from '../../../src/observations/reports/report-block.js';
import { METAR } from '../../../src/weather/observations/metar/metar.source.js';
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
afterEach(() => {
  jest.restoreAllMocks();
});

/** Another process may still have the lock for a moment. */
const takeLocks = () =>
  jest.spyOn(AdvisoryLock, 'tryAcquire').mockResolvedValue({
    lost: new AbortController().signal,
    release: () => undefined,
  } as unknown as AdvisoryLock);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
/** Whose clock is right, unlike that of the process. */
const setDatabaseClock = (hours: number) =>
  jest.spyOn(app.app.get(DatabaseClockService), 'nowMs').mockReturnValue(inHours(hours).getTime());
const forget = async () => {
  for (const table of ['sources', 'stations', 'blocks']) await app.runSql(`delete from observation_${table}`);
  await app.app.get(ObservationsService).work(new Date());
};

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

  it('is silent if nobody has tried it, and stale if it never had a report', async () => {
    await forget();
    const status = app.app.get(ObservationStatusService);
    const faultIn = (minutes: number) => status.feeds(inHours(minutes / 60)).at(0)?.fault?.code;
    expect([0, 29, 31].map(faultIn)).toEqual([undefined, undefined, 'SilentIngestError']);

    await app.app.get(ObservationStoreService).add('metar', [], {
      attemptedAt: new Date(),
      dueAt: inHours(1),
      error: null,
    });
    await app.app.get(ObservationsService).work(new Date());
    expect(faultIn(0)).toBe('StaleReportsError');
  });

  it('is asked, judged and thinned by the clock of the database', async () => {
    await forget();
    const store = app.app.get(ObservationStoreService);
    const fetcher = app.app.get(ObservationFetchService);
    const clock = app.app.get(DatabaseClockService);
    setDatabaseClock(4);
    send(file(metarRow({ observation_time: minutesAgo(-230) })));
    const [{ error, reading }] = await readReports(app);
    expect([error, reading?.reports.length]).toEqual([undefined, 1]);
    const [state] = await store.states();
    expect(state.attemptedAt).toEqual(new Date(clock.nowMs()));
    expect(state.receivedAt).toEqual(state.attemptedAt);

    takeLocks();
    const thin = jest.spyOn(store, 'thin');
    const ahead = jest.spyOn(clock, 'aheadSeconds', 'get').mockReturnValue(undefined);
    await fetcher.work(inHours(4));
    expect(thin).not.toHaveBeenCalled();
    ahead.mockReturnValue(0);
    await fetcher.work(inHours(4));
    expect(thin).toHaveBeenCalledTimes(1);
    await forget();
  });

  it('takes no lock while nothing is due', async () => {
    send(file(metarRow({ observation_time: minutesAgo(1) })));
    await readReports(app);
    const take = takeLocks();
    const fetcher = app.app.get(ObservationFetchService);
    await fetcher.work(inHours(5));
    expect(take).toHaveBeenCalledTimes(1);
    await app.runSql(`update observation_sources set due_at = now() + interval '1 day'`);
    await fetcher.work(inHours(5.1));
    expect(take).toHaveBeenCalledTimes(1);
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
  const withConfiguration = (changes: Partial<Configuration>) => {
    const { app: nest } = app;
    return new ObservationFetchService(
      new Configuration({ ...nest.get(Configuration), ...changes }),
      nest.get(MikroORM),
      nest.get(ObservationStoreService),
      nest.get(DatabaseClockService),
    );
  };

  it('keeps the reports that another process reads, unless its settings say which', async () => {
    takeLocks();
    const store = app.app.get(ObservationStoreService);
    const isOff = { observations: [], ingestSchedule: 'off' } as const;
    send(file(metarRow({ observation_time: minutesAgo(4) })));
    await readReports(app);

    await withConfiguration({ ...isOff, keepsOtherObservations: true }).work(new Date());
    expect(await store.states()).toHaveLength(1);
    await withConfiguration({ ...isOff, keepsOtherObservations: false }).work(new Date());
    expect(await store.states()).toEqual([]);
  });

  it('goes on with the files of a source of which one is missing, and asks again for what was lost', async () => {
    const { observations } = app.app.get(Configuration);
    const source = { ...METAR, pauseMs: 0, files: () => ['1', '2'].map((path) => ({ paths: [path] })) };
    const fetcher = withConfiguration({ observations: [{ ...observations[0], source }] });
    const stop = new AbortController();
    const rows = file(metarRow({ observation_time: minutesAgo(4) }));
    respond = (response, { url }) => {
      if (url === '/1') response.writeHead(200, { etag: '"1"' }).end(rows);
      else stop.abort(new Error('stopped'));
    };
    await expect(fetcher.readAll(stop.signal)).rejects.toThrow('stopped');
    respond = (response, { url }) => {
      if (url === '/1') response.writeHead(200, { etag: '"1"' }).end(rows);
      else response.writeHead(404).end();
    };
    await fetcher.readAll(new AbortController().signal);
    expect(requests.map(({ url: path, headers }) => [path, headers['if-none-match']])).toEqual([
      ['/1', undefined],
      ['/2', undefined],
      ['/1', undefined],
      ['/2', undefined],
    ]);

    const [{ error, attemptedAt, receivedAt, dueAt }] = await app.app.get(ObservationStoreService).states();
    expect(error).toMatchObject({ code: 'FileMissingError', count: 0 });
    expect(receivedAt).toEqual(attemptedAt);
    expect(dueAt.getTime() - attemptedAt.getTime()).toBe(source.everyMs);
    await app.app.get(ObservationsService).work(new Date());
  });

  it('attributes the data that it serves, whatever it reads itself', async () => {
    send(file(metarRow({ observation_time: minutesAgo(4) })));
    await readReports(app);
    jest.replaceProperty(app.app.get(Configuration), 'observations', []);
    expect(app.app.get(StationsService).one('KBOS', new Date())).toMatchObject({
      attribution: 'NOAA/NWS Aviation Weather Center',
    });
  });

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
