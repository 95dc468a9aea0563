import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { EntityManager } from '@mikro-orm/postgresql';
import { createApp } from '../../../src/boot/app.setup.js';
import { loadApplication } from '../../../src/boot/features/load-features.js';
import type { DatabaseConnection } from '../../../src/core/config/database/database-connection.types.js';
import { ChangeFeedService, DatabaseClockService } from '../../../src/core/database/index.js';
import { createLogger } from '../../../src/core/telemetry/logger.js';
import { ObservationsService } from '../../../src/observations/reports/observations.service.js';
import { IssuedForecastsService } from '../../../src/verification/forecasts/issued-forecasts.service.js';
import { KeepForecastsService } from '../../../src/verification/forecasts/keep-forecasts.service.js';
import { ForecastStoreService } from '../../../src/verification/forecasts/forecast-store.service.js';
import { ScoreStoreService } from '../../../src/verification/scores/score-store.service.js';
import { PublishStateService } from '../../../src/verification/state/publish-state.service.js';
import { unpackState } from '../../../src/verification/state/state-content.js';
import { VerificationStatesService } from '../../../src/verification/state/verification-states.service.js';
import { LATER_RUNS, WORLD, partOfTile, tileOf } from '../../../src/verification/store/tiles.js';
import { LEAD_BINS, NO_VALUE, SUMS, forecastOffset } from '../../../src/weather/verification/index.js';
import { askForecast, createKeyedClient, postForecasts } from '../../support/forecast-caller.js';
import { publishServedRun } from '../../support/served-run.js';
import { type TestApp, useTestApp } from '../../support/test-app.js';
import { reportOf, storeReports, WITHOUT_SCHEDULE } from '../../support/station-reports.js';
import { taughtBiases } from './taught-biases.js';
import { askOpenMeteo } from '../apis/open-meteo/ask-open-meteo.js';
import { WEATHER_FORECAST, askTomorrowIo } from '../apis/tomorrow-io/ask-tomorrow-io.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = new Date();
const TODAY_MS = Math.floor(NOW.getTime() / DAY_MS) * DAY_MS;
const STATIONS = ['KBOS', 'KOWD', 'KBED'].map((id, i) => ({
  ...{ id, name: null, lat: 42.36 + i / 10, lon: -71.01, elevation: 0 },
}));
const [{ lat, lon }] = STATIONS;
const PART = partOfTile(tileOf(lat, lon));
const AT_STATION = `lat=${lat}&lon=${lon}`;
const FIELDS = 'temperature,dewPoint,humidity,windSpeed,temperatureP10,temperatureP50,temperatureP90';
const ENVIRONMENT = { ...WITHOUT_SCHEDULE, MODELS: 'ifs,gfs,gefs' };
const app = useTestApp(ENVIRONMENT);
let key: string;

const get = <T>(type: new (...of: never[]) => T) => app().app.get(type);
const states = () => get(VerificationStatesService);
const publish = async (at = NOW) => {
  await get(PublishStateService).publish(at, '', new AbortController().signal);
  await states().work();
};
const published = () =>
  app().runSql('select number, published_at, effective_at from verification_states order by number');

/** Stores what so many days of 2 K too warm and 1 K too moist have taught. */
const teach = (days: number) =>
  get(ScoreStoreService).writeBiases(new Date(TODAY_MS), PART, {
    stations: STATIONS.map(({ id }) => id),
    values: taughtBiases(STATIONS.length, days, { temperature: 2, dewPoint: 1 }),
  });

/** Stores sums of yesterday, the same in every lead bin: a million cases of each source. */
function score(field: string, tile: number, part: number, sources: Record<string, number[]>) {
  const names = Object.keys(sources).sort();
  const sums = Float64Array.from(names.flatMap((name) => LEAD_BINS.flatMap(() => sources[name])));
  return get(ScoreStoreService).write(new Date(TODAY_MS - DAY_MS), part, [
    { field, tile, area: { sources: names, sums } },
  ]);
}

/** Cases, and a mean squared error in K². */
const squares = (cases: number, square: number) =>
  Array.from({ length: SUMS }, (_, i) => [cases, 0, 0, cases * square * 100][i]);

interface Answer {
  data: { timelines: { hourly: { values: Record<string, number> }[] } };
  meta: { corrections: unknown[]; sources: { source: string; share: { temperature: number } }[] };
}
async function ask(query = '', of: TestApp = app()) {
  const path = `/v1/weather/forecast?${AT_STATION}&fields=${FIELDS}${query}`;
  const response = await fetch(of.url + path, { headers: { apikey: key } });
  const text = await response.text();
  expect([response.status, text]).toEqual([200, text]);
  const { data, meta } = JSON.parse(text) as Answer;
  const [etag, life] = ['etag', 'cache-control'].map((name) => response.headers.get(name));
  return { values: data.timelines.hourly[0].values, meta, text, etag, life };
}

beforeAll(async () => {
  ({ key } = await createKeyedClient(app()));
  const atMs = NOW.getTime() - HOUR_MS;
  await storeReports(
    app(),
    STATIONS.map((station) => reportOf(station, atMs, { temperature: 5, dewPoint: 4 })),
  );
  await get(ObservationsService).work(new Date());
  const stepsHours = Array.from({ length: 145 }, (_, i) => i);
  const air = (celsius: number) => ({
    ...{ temperature2m: 273.15 + celsius, dewPoint2m: 278.15, windU10m: 4, windV10m: 3 },
  });
  await publishServedRun(app(), 3, { model: 'gfs', stepsHours, values: air(13) });
  await publishServedRun(app(), 3, { model: 'ifs', stepsHours, values: air(11) });
  const members = { temperature2mP10: 282.15, temperature2mP50: 283.15, temperature2mP90: 285.15 };
  await publishServedRun(app(), 3, { model: 'gefs', stepsHours, values: members });
});

describe('without a state', () => {
  it('the documented weights hold, and nothing is corrected', async () => {
    // 11 and 13 °C, with weights of 1 / 1.39² and 1 / 1.49² at a lead of three hours.
    const { values, meta } = await ask();
    const quantiles = { temperatureP10: 10.9, temperatureP90: 13.9 };
    expect(values).toMatchObject({ temperature: 11.9, dewPoint: 5, ...quantiles });
    expect(meta.corrections).toEqual([]);
  });
});

describe('a state', () => {
  let before: Awaited<ReturnType<typeof ask>>;
  beforeAll(async () => {
    before = await ask();
    const errors = {
      gfs: squares(1e6, 4),
      ifs: squares(1e6, 1),
      persistence: squares(1e6, 0.01),
      climatology: squares(1e6, 0.01),
      auto: squares(1e6, 0.5),
    };
    const tile = tileOf(lat, lon);
    await score('temperature', tile, PART, errors);
    await score('temperature', WORLD, WORLD, errors);
    // What is compared with later runs favors each model, so it doesn't count.
    await score('temperature', LATER_RUNS, LATER_RUNS, { gfs: squares(1e6, 0.01) });
    // Six of ten, of 30,000 cases. A part of the sums is replaced as a whole, so this one has another number.
    await score('temperatureP10P90', WORLD, -9, { auto_uncorrected: [30_000, 18_000, 0] });
    await teach(30);
    await publish();
  });

  it('is used at once if it is the first one', async () => {
    const [{ number, published_at: at, effective_at: from }] = await published();
    expect([number, from]).toEqual([1, at]);
  });

  it('knows the errors of models alone', async () => {
    const [{ state }] = await app().runSql('select state from verification_states');
    expect((await unpackState(state as Buffer)).models).toEqual(['gfs', 'ifs']);
  });

  it('gives the verified weights, corrects the mean, and what follows is of the corrected values', async () => {
    const [corrected, none] = [await ask(), await ask('&correction=none')];
    // 0.2 x 13 + 0.8 x 11 = 11.4 °C and 5 °C: 64.8 %.
    expect(none.values).toMatchObject({ temperature: 11.4, dewPoint: 5, humidity: 65, windSpeed: 5 });
    expect(none.meta.sources.map(({ source, share }) => [source, share.temperature])).toEqual([
      ...[
        ['ifs', 0.8],
        ['gfs', 0.2],
        ['gefs', 0],
      ],
    ]);
    // After 30 days of 2 K and 1 K, the five experts say 1.77 and 0.89 (worked out apart), in tenths: 1.8 and 0.9.
    // 100 exp(17.625 x 4.1 / 247.14 - 17.625 x 9.6 / 252.64) = 68.6 %.
    expect(corrected.values).toMatchObject({ temperature: 9.6, dewPoint: 4.1, humidity: 69, windSpeed: 5 });
    expect(corrected.meta.corrections).toMatchObject([
      { field: 'temperature', mean: -1.8, state: 1 },
      { field: 'dewPoint', mean: -0.9, state: 1 },
    ]);
    const [{ stations }] = corrected.meta.corrections as {
      stations: { id: string; distanceKm: number; weight: number }[];
    }[];
    expect(stations.map(({ id }) => id)).toEqual(['KBOS', 'KOWD', 'KBED']);
    expect(stations[0].distanceKm).toBe(0);
    expect(stations.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 1);
  });

  it('widens the range around the served value', async () => {
    // The range that holds 60 % ends at 0.8416 standard deviations, one with 80 % at 1.2816: 1.5227 times as far, of
    // which 0.5227 x 30000 / 30300 is applied. The members are 1 K below and 2 K above their median.
    expect((await ask()).values).toMatchObject({
      temperatureP10: 8.1,
      temperatureP50: 9.6,
      temperatureP90: 12.6,
    });
    expect((await ask('&correction=none')).values).toMatchObject({
      temperatureP10: 10.4,
      temperatureP90: 13.4,
    });
  });

  it('leaves a model’s name pure', async () => {
    const { values, meta } = await ask('&source=gfs');
    expect(values).toMatchObject({ temperature: 13, dewPoint: 5 });
    expect(meta.corrections).toEqual([]);
  });

  it('is part of the ETag, and ends with the hour', async () => {
    const askedMs = Date.now();
    const { etag, life } = await ask();
    expect(etag).not.toBe(before.etag);
    const left = Math.ceil(((Math.floor(askedMs / HOUR_MS) + 1) * HOUR_MS - askedMs) / 1000);
    expect(Number(/max-age=(\d+)/.exec(life!)![1])).toBeLessThanOrEqual(left);
  });

  it('applies to batches and other services’ formats', async () => {
    const body = { locations: [{ lat, lon }], fields: ['temperature'] };
    const batch = await postForecasts<{ forecasts: Answer[] }>(app(), { apikey: key }, body);
    expect(batch.body.forecasts[0].data.timelines.hourly[0].values).toEqual({ temperature: 9.6 });
    const uncorrected = await postForecasts<{ forecasts: Answer[] }>(
      app(),
      { apikey: key },
      { ...body, correction: 'none' },
    );
    expect(uncorrected.body.forecasts[0].data.timelines.hourly[0].values).toEqual({ temperature: 11.4 });
    const openMeteo = await askOpenMeteo(
      app(),
      key,
      `latitude=${lat}&longitude=${lon}&hourly=temperature_2m&forecast_hours=1`,
    );
    expect(openMeteo.body.hourly.temperature_2m).toEqual([9.6]);
    const pure = await askOpenMeteo(
      app(),
      key,
      `latitude=${lat}&longitude=${lon}&hourly=temperature_2m&forecast_hours=1&models=ecmwf_ifs025`,
    );
    expect(pure.body.hourly.temperature_2m).toEqual([11]);
    const tomorrow = await askTomorrowIo(
      app(),
      key,
      WEATHER_FORECAST,
      `location=${lat},${lon}&fields=temperature&timesteps=1h`,
    );
    expect(tomorrow.body.timelines.hourly![0].values.temperature).toBe(9.6);
  });

  it('is refused by a name that there is not', async () => {
    const { status, body } = await askForecast(app(), { apikey: key }, `${AT_STATION}&correction=off`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ parameter: 'correction' }] });
  });

  it('isn’t published again while it stays the same; another one holds from the next hour on, everywhere at once', async () => {
    await publish();
    expect(await published()).toHaveLength(1);
    await teach(60);
    await publish();
    const rows = await published();
    const [firstMs, secondMs] = rows.map((row) => new Date(row.published_at as string).getTime());
    const nextHourMs = (Math.floor((secondMs + 60_000) / HOUR_MS) + 1) * HOUR_MS;
    const effective = rows.map((row) => [row.number, new Date(row.effective_at as string).getTime()]);
    expect(effective).toEqual([
      [1, firstMs],
      [2, nextHourMs],
    ]);
    expect(states().current().number).toBe(1);
    const clock = jest.spyOn(get(DatabaseClockService), 'nowMs').mockReturnValue(secondMs);
    // Another one within the hour replaces the one that nothing has used.
    await teach(90);
    await publish();
    expect((await published()).map(({ number }) => number)).toEqual([1, 3]);

    clock.mockReturnValue(nextHourMs - 1);
    const elsewhere = new VerificationStatesService(
      get(EntityManager).fork(),
      get(DatabaseClockService),
      get(ScoreStoreService),
      get(ChangeFeedService),
    );
    await elsewhere.work();
    const current = elsewhere.current();
    expect([current.number, elsewhere.current() === current]).toEqual([1, true]);
    clock.mockReturnValue(nextHourMs);
    expect(elsewhere.current().number).toBe(3);
    expect(elsewhere.current().since.getTime()).toBe(nextHourMs);
    clock.mockRestore();
  });

  it('gives the same bytes in another process that shares the database, before it has read any report', async () => {
    const databases: DatabaseConnection[] = [];
    await app().restart((database) => {
      databases.push(database);
      return Promise.resolve();
    });
    const dataDirectory = mkdtempSync(join(tmpdir(), 'weather-other-'));
    for (const name of ['runs', 'key-secret'])
      cpSync(join(app().dataDirectory, name), join(dataDirectory, name), { recursive: true });
    const { configuration, features } = await loadApplication({
      ...{ ...ENVIRONMENT, DATA_DIR: dataDirectory, TERRAIN_BASE_URL: 'off', DNS_SERVERS: '127.0.0.1:9' },
    });
    const other = await createApp(configuration, databases[0], createLogger('silent'), features);
    await other.listen({ host: '127.0.0.1', port: 0 });
    const url = await other.getUrl();
    const [one, two] = [await ask(), await ask('', { ...app(), url })];
    await other.close();
    rmSync(dataDirectory, { recursive: true });
    expect(one.meta.corrections).toHaveLength(2);
    expect(two.text).toBe(one.text);
    expect(two.etag).toBe(one.etag);
  });
});

describe('the forecasts that are kept to be verified', () => {
  it('are those as served, without what the station says, and without any correction', async () => {
    const issuedMs = Math.floor(NOW.getTime() / (6 * HOUR_MS)) * 6 * HOUR_MS;
    expect(get(IssuedForecastsService).at).toBeDefined();
    await get(KeepForecastsService).keepIssued(new Date(issuedMs), new AbortController().signal);
    const kept = await get(ForecastStoreService).of(new Date(TODAY_MS), PART);
    const place = kept[0].stations.indexOf('KBOS');
    const hour = (issuedMs - TODAY_MS) / HOUR_MS + 5;
    const of = (source: string) => {
      const { values } = kept.find((one) => one.source === source)!;
      return (['temperature', 'dewPoint', 'temperatureP90', 'windSpeed'] as const).map(
        (name) => values[forecastOffset(name, place) + hour],
      );
    };
    expect(of('auto')[0]).toBe(96);
    expect(of('auto_uncorrected')).toEqual([114, 50, 134, NO_VALUE]);
    const [without, , ...others] = of('auto_without_station');
    // The others, 11 and 22 km away, have the same bias: 1.8 K, of which 0.8888 is left at 11.12 km.
    expect(without).toBe(98);
    expect(others).toEqual([NO_VALUE, NO_VALUE]);
  });
});

it('is deleted with all that is of stations when they are switched off', async () => {
  await get(ForecastStoreService).forgetStations();
  expect(await published()).toEqual([]);
});
