import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ApiCaller, createApiKey } from '../../support/api-caller.js';
import { createStation, GRANT, requestToken } from '../clients/oauth/token-caller.js';
import { createKeyedClient, type KeyedClient } from '../../support/forecast-caller.js';
import { publishServedRun } from '../../support/served-run.js';
import { reportOf, storeReports, verifyAt, WITHOUT_SCHEDULE } from '../../support/station-reports.js';
import { useTestApp } from '../../support/test-app.js';
import { ObservationsService } from '../../../src/observations/reports/observations.service.js';
import { KeepForecastsService } from '../../../src/verification/forecasts/keep-forecasts.service.js';
import { IssuedForecastsService } from '../../../src/verification/forecasts/issued-forecasts.service.js';
import { VerifyDayService } from '../../../src/verification/scores/verify-day.service.js';
import { ForecastStoreService } from '../../../src/verification/forecasts/forecast-store.service.js';
import { partOfTile, tileOf } from '../../../src/verification/store/tiles.js';
import { NO_VALUE, forecastOffset } from '../../../src/weather/verification/index.js';
import { VerificationService } from '../../../src/verification/verification.service.js';
import type { AccuracyDto } from '../../../src/verification/accuracy/accuracy.dto.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = new Date();
const TODAY_MS = Math.floor(NOW.getTime() / DAY_MS) * DAY_MS;
/** Two days of hours that are over, before today. */
const HOURS = Array.from({ length: 48 }, (_, i) => TODAY_MS - 2 * DAY_MS + i * HOUR_MS);
const STATIONS = [
  { id: 'KBOS', name: null, lat: 42.3606, lon: -71.0097, elevation: 0 },
  { id: 'KOWD', name: null, lat: 42.1905, lon: -71.1729, elevation: 100 },
];

const app = useTestApp(WITHOUT_SCHEDULE);
let client: KeyedClient;

const report = (station: (typeof STATIONS)[number], observedAtMs: number, temperature = 10) =>
  reportOf(station, observedAtMs, { temperature });

async function store(reports: ReturnType<typeof report>[]) {
  await storeReports(app(), reports);
  await app().app.get(ObservationsService).work(new Date());
}

const verify = () => verifyAt(app(), NOW);

const ask = <T = AccuracyDto>(query = '', headers: Record<string, string> = { apikey: client.key }) =>
  new ApiCaller(app().url).get<T>(`/v1/weather/accuracy${query}`, headers);
/** The answers of the service are kept for ten minutes, so each question is a new one. */
let days = 4;
const scores = async (query: string) => {
  days = days === 35 ? 4 : days + 1;
  const { body } = await ask(`?days=${days}${query}`);
  return body;
};
const of = ({ data }: AccuracyDto, source: string, from: number) =>
  data.find((row) => row.truth === 'stations' && row.source === source && row.leadHours.from === from)!;

beforeAll(async () => {
  client = await createKeyedClient(app());
  await store(STATIONS.flatMap((station) => HOURS.map((atMs, i) => report(station, atMs, 10 + (i % 2)))));
  for (const daysAgo of [2, 1])
    await publishServedRun(app(), (NOW.getTime() - TODAY_MS + daysAgo * DAY_MS) / HOUR_MS, {
      stepsHours: Array.from({ length: 61 }, (_, i) => i),
      values: { temperature2m: 273.15 + 13, windU10m: 4, windV10m: 0 },
    });
  await verify();
});

describe('200', () => {
  it('returns the errors of a model at the nearest station, by hand', async () => {
    const body = await scores('&lat=42.36&lon=-71.01&scope=station');
    const row = of(body, 'gfs', 24);

    expect(body).toMatchObject({
      field: 'temperature',
      unit: '°C',
      scope: 'station',
      station: { id: 'KBOS' },
    });
    // 24 hours of one run, too few for a score.
    expect(row).toMatchObject({ truth: 'stations', cases: 24, days: 1, bias: null, mae: null });
  });

  it('returns those of all stations around, brought to their height', async () => {
    const body = await scores('&lat=42.36&lon=-71.01');
    const row = of(body, 'gfs', 24);

    expect(body).toMatchObject({ scope: '50km', station: null });
    // Forecast 13, measured 10 and 11 by turns. At the other station, 100 m higher, 0.65 K less is forecast.
    expect(row.cases).toBe(48);
    expect(row.bias).toBeCloseTo((2.5 + 1.85) / 2, 1);
    expect(row.mae).toBe(row.bias);
  });

  it('compares with persistence over the same cases', async () => {
    const body = await scores('&lat=42.36&lon=-71.01&scope=300km');
    // What was measured the day before is known for the second run alone. By turns 10 and 11, it was the same.
    expect(of(body, 'persistence', 12)).toMatchObject({ cases: 24, days: 1, bias: null });
    expect(of(body, 'persistence', 24)).toBeUndefined();
    for (const { leadHours, cases } of body.data) expect(of(body, 'gfs', leadHours.from).cases).toBe(cases);
  });

  it('compares with long-term averages over the same cases, brought to the height of the station', async () => {
    const { averagesOn } = app().app.get(IssuedForecastsService);
    // From 24 to 48 hours ahead, the second day was forecast by the first run.
    const errors = STATIONS.flatMap((station) =>
      Array.from(
        averagesOn!(station, HOURS[24]).temperature!,
        (usual, hour) => Math.round(usual * 10) / 10 - (10 + (hour % 2)),
      ),
    );
    const row = of(await scores(''), 'climatology', 24);
    expect(row).toMatchObject({ truth: 'stations', cases: 48 });
    expect(row.bias).toBeCloseTo(errors.reduce((sum, error) => sum + error, 0) / 48, 2);
    expect(row.mae).toBeCloseTo(errors.reduce((sum, error) => sum + Math.abs(error), 0) / 48, 2);
    // They have no speed of the wind.
    expect(of(await scores('&field=windSpeed'), 'climatology', 24)).toBeUndefined();
  });

  it('returns those of the world without a location, and by hour of the day', async () => {
    const world = await scores('');
    expect(world).toMatchObject({ scope: 'world', station: null });
    expect(of(world, 'gfs', 24).cases).toBe(48);

    const hours = await scores('&by=hour');
    expect(hours.data.filter(({ source }) => source === 'gfs').map(({ hour }) => hour)).toEqual([
      0, 3, 6, 9, 12, 15, 18, 21,
    ]);
    expect(hours.data[0]).toMatchObject({ cases: 6, leadHours: { from: 0, to: 24 }, bias: null });
  });

  it('compares runs with the first hours of later ones, over the whole Earth', async () => {
    const { data } = await scores('');
    const rows = data.filter(({ truth }) => truth === 'later_runs');

    // A thousand points, and the six hours of the second run.
    expect(rows).toEqual([
      expect.objectContaining({
        ...{ source: 'gfs', leadHours: { from: 24, to: 48 }, cases: 6_000, bias: 0, mae: 0 },
      }),
    ]);
  });

  it('returns wind as vectors', async () => {
    const row = of(await scores('&field=wind'), 'gfs', 24);
    expect(row).toMatchObject({ cases: 48, vectorRmse: 1, mae: 1 });
    expect(row).not.toHaveProperty('bias');
  });

  it('can be CSV', async () => {
    const response = await fetch(`${app().url}/v1/weather/accuracy`, {
      headers: { apikey: client.key, accept: 'text/csv' },
    });
    const text = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(text.split('\r\n')[0]).toBe(
      'source,truth,leadFrom,leadTo,hour,cases,days,bias,mae,rmse,vectorRmse,brier,coverage,crps,low,high',
    );
    expect(text).toContain('gfs,stations,24,48,,48,1,');
  });
});

describe('the sums', () => {
  const sums = () =>
    app().runSql(
      'select day, field, tile, part, md5(area), md5(stations) as stations, md5(hours) as hours from verification_sums order by day, field, tile',
    );
  const made = async () => [await sums(), await checks(), await biases()];
  const biases = () =>
    app().runSql('select day, part, md5(biases) from verification_biases where day >= ? order by day, part', [
      new Date(HOURS[0]),
    ]);
  const checks = () =>
    app().runSql('select day, part, md5(checks) from verification_checks where day >= ? order by day, part', [
      new Date(HOURS[0]),
    ]);

  it('are the same after a process was killed in the middle of a day', async () => {
    const before = await made();
    expect(before[0].length).toBeGreaterThan(0);
    await app().runSql("update verification_days set inputs = ''");
    await app().runSql('delete from verification_sums where tile < 0');
    await app().runSql('delete from verification_checks where part > 3');
    await app().runSql('delete from verification_biases where part > 3');
    await verify();
    expect(await made()).toEqual(before);
  });

  it('are those of a single process if two verify at once', async () => {
    const before = await made();
    await app().runSql('delete from verification_days');
    const verification = app().app.get(VerificationService);
    const both = [1, 2].map(() => verification.verifyNow(NOW, new AbortController().signal));
    expect(await Promise.all(both)).toContain(true);
    expect(await made()).toEqual(before);
  });

  it('contain reports that are a day late, also if the process ends after the first day', async () => {
    const station = { ...STATIONS[0], id: 'KLWM', lat: 42.7172 };
    await store(HOURS.slice(0, 24).map((atMs) => report(station, atMs, 13)));
    const days = app().app.get(VerifyDayService);
    const verifyDay = days.verify.bind(days);
    const kill = jest.spyOn(days, 'verify').mockImplementation(async (dayMs, ...rest) => {
      if (dayMs > HOURS[0]) throw new Error('killed');
      return verifyDay(dayMs, ...rest);
    });
    await expect(verify()).rejects.toThrow('killed');
    kill.mockRestore();
    await verify();

    const after = await made();
    await app().runSql('delete from verification_days');
    await verify();
    expect(after).toEqual(await made());

    await store(HOURS.slice(24).map((atMs) => report(station, atMs, 13)));
    await verify();
    expect(of(await scores(''), 'gfs', 24).cases).toBe(72);
  });
});

describe('the forecast of the service itself', () => {
  const keepIssued = (issuedMs: number) =>
    app().app.get(KeepForecastsService).keepIssued(new Date(issuedMs), new AbortController().signal);

  it('is kept as it is served', async () => {
    await keepIssued(TODAY_MS + 60_000);
    const kept = await app()
      .app.get(ForecastStoreService)
      .of(new Date(TODAY_MS), partOfTile(tileOf(42.1905, -71.1729)));
    const { stations, values } = kept.find(({ source }) => source === 'auto')!;
    const { body } = await new ApiCaller(app().url).get<{
      data: { timelines: { hourly: { values: { temperature: number; windSpeed: number } }[] } };
    }>(
      `/v1/weather/forecast?lat=42.1905&lon=-71.1729&elevation=100&fields=temperature,windSpeed&startTime=${new Date(TODAY_MS).toISOString()}`,
      { apikey: client.key },
    );
    const [served] = body.data.timelines.hourly;
    const station = stations.indexOf('KOWD');
    expect(values[forecastOffset('temperature', station)] / 10).toBe(served.values.temperature);
    expect(values[forecastOffset('windSpeed', station)] / 10).toBe(served.values.windSpeed);
    // Nothing is known of hours that no run has.
    expect(values[forecastOffset('precipitationProbability', station)]).toBe(NO_VALUE);
  });

  it('is not kept an hour late', async () => {
    const before = await app().runSql('select count(*) from verification_runs');
    await keepIssued(TODAY_MS + 7.5 * HOUR_MS);
    expect(await app().runSql('select count(*) from verification_runs')).toEqual(before);
  });

  it('is compared with models over the same cases', async () => {
    app()
      .app.get(IssuedForecastsService)
      .register((_place, times) => ({ temperature: times.map(() => 11), windSpeed: times.map(() => 4) }));
    await keepIssued(TODAY_MS - 2 * DAY_MS + 60_000);
    await verify();

    const body = await scores('');
    for (const source of ['auto', 'gfs']) expect(of(body, source, 24).cases).toBe(72);
    expect(body.data[0].source).toBe('auto');
    expect(of(body, 'auto', 24).bias).toBeCloseTo((0.5 + 0.5 - 2) / 3, 2);
    const wind = await scores('&field=windSpeed');
    const auto = of(wind, 'auto', 24);
    expect(of(wind, 'auto_without_station', 24)).toEqual({ ...auto, source: 'auto_without_station' });
  });
});

describe('400', () => {
  it.each([
    ['lon', '?lat=42'],
    ['field', '?field=humidity'],
    ['days', '?days=36'],
    ['by', '?by=hour&lat=42&lon=-71&scope=station'],
    ['scope', '?scope=50km'],
  ])('names a faulty %s: %s', async (parameter, query) => {
    const { status, body } = await ask<{ errors: { parameter: string }[] }>(query);
    expect([status, body.errors.map((error) => error.parameter)]).toEqual([400, [parameter]]);
  });
});

describe('who may see it', () => {
  const anybody = (url: string) => new ApiCaller(url).get('/v1/weather/accuracy');
  const everyone = useTestApp({ ACCURACY: 'public' });
  const nobody = useTestApp({ ACCURACY: 'off' });

  it('members: 401 without a session, key or token', async () => {
    expect(await anybody(app().url)).toMatchObject({ status: 401, body: { code: 'missing_api_key' } });
  });

  it('members: 200 with a session, and with an access token of a client', async () => {
    expect((await client.owner.get('/v1/weather/accuracy')).status).toBe(200);
    const station = await createStation(client.owner);
    const { client_id: id, client_secret: secret } = station;
    const { body } = await requestToken(app(), `${GRANT}&client_id=${id}&client_secret=${secret}`);
    expect((await ask('', { authorization: `Bearer ${body.access_token}` })).status).toBe(200);
  });

  it('members: 403 with a key that lacks the scope', async () => {
    const { key } = await createApiKey(client.owner, client.clientId, { scopes: ['forecast:batch'] });
    expect(await ask('', { apikey: key })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
  });

  it('public: everyone, but for those with a wrong key', async () => {
    const answer = await anybody(everyone().url);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, max-age=600']);
    const wrong = await new ApiCaller(everyone().url).get('/v1/weather/accuracy', { apikey: 'wx_wrong' });
    expect(wrong.status).toBe(401);
  });

  it('off: 404', async () => {
    expect(await anybody(nobody().url)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('429: at most 60 times a minute from an address', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const answers = await Promise.all(Array.from({ length: 70 }, () => anybody(everyone().url)));
    clock.mockRestore();
    const refused = answers.filter(({ status }) => status !== 200);
    // One was asked for before.
    expect([10, 11]).toContain(refused.length);
    expect(refused[0]).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(refused[0].headers.get('retry-after')).toBe('1');
  });
});
