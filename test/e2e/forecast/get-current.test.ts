import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiCaller } from '../../support/api-caller.js';
import { createKeyedClient } from '../../support/forecast-caller.js';
import { readReports, useMetarCache } from '../../support/metar-cache.js';
import { metarRow, minutesAgo } from '../../support/metar-rows.js';
import { publishServedRun } from '../../support/served-run.js';
import { useTestApp } from '../../support/test-app.js';
import { callTool } from '../apis/mcp/mcp-caller.js';
import { askTomorrowIo, REALTIME, TIMELINES } from '../apis/tomorrow-io/ask-tomorrow-io.js';
import { Configuration } from '../../../src/core/config/index.js';
import type { CurrentConditionsDto } from '../../../src/forecast/current/current.dto.js';

const AIRPORT = 'lat=42.3606&lon=-71.0097';
/** 3.35 km from the airport. */
const HARBOR = 'lat=42.3478&lon=-71.0466';
const cache = useMetarCache();
const app = useTestApp({ OBSERVATIONS: 'metar', METAR_BASE_URL: cache.url, MODELS: 'gfs' });
/** The cells of a report that measured nothing. */
const NOTHING = {
  raw_text: 'METAR KBOS 210554Z AUTO /////KT',
  temp_c: '',
  dewpoint_c: '',
  wind_dir_degrees: '',
  wind_speed_kt: '',
  visibility_statute_mi: '',
  altim_in_hg: '',
};
let apikey: string;

beforeAll(async () => {
  ({ key: apikey } = await createKeyedClient(app()));
});

interface Problem {
  code: string;
  errors: { parameter: string }[];
}
const current = <T = CurrentConditionsDto>(query: string, headers: Record<string, string> = {}) =>
  new ApiCaller(app().url).get<T>(`/v1/weather/current?${query}`, { apikey, ...headers });

async function report(...rows: Parameters<typeof metarRow>[]): Promise<void> {
  cache.write(rows.map((row) => metarRow(...row)));
  await readReports(app());
}

describe('without a model run', () => {
  it('is 503 where no station has reported, and says when to ask again', async () => {
    const { status, headers, body } = await current<Problem>(HARBOR);
    expect([status, body.code]).toEqual([503, 'forecast_unavailable']);
    expect(headers.get('retry-after')).toBe('60');
    const { result } = (await callTool(app(), apikey, 'get_current_weather', { place: 'Boston' })).body;
    expect([result.isError, result.content[0].text]).toEqual([
      true,
      expect.stringMatching(/^No station near .* Try again in 60 s\.$/),
    ]);
  });

  it("has the station's values, and null for what it doesn't measure", async () => {
    await report([{ observation_time: minutesAgo(15) }]);
    const { status, body } = await current(`${HARBOR}&fields=temperature,windGust,ozone&elevation=204`);
    expect(status).toBe(200);
    // 1.3 K colder 200 m higher.
    expect(body.data.values).toEqual({ temperature: 7, windGust: null, ozone: null });
    expect(body.meta.values).toEqual({ temperature: 'adjusted', windGust: 'model', ozone: 'model' });
    expect(body.meta.sources).toEqual([]);
    expect(body.meta.elevation).toBe(204);
    expect(body.meta.warnings.map(({ code, fields }) => [code, fields.toSorted()])).toEqual([
      ['no_run', ['ozone', 'windGust']],
    ]);
  });

  it('has what a station measures, even if that is only the wind', async () => {
    const cells = { ...NOTHING, wind_dir_degrees: '290', wind_speed_kt: '10' };
    const place = { station_id: 'BUOY', latitude: '20', longitude: '-40' };
    await report([{ ...place, ...cells, observation_time: minutesAgo(5) }]);
    const { status, body } = await current('lat=20&lon=-40&fields=temperature,windSpeed');
    expect([status, body.data.values]).toEqual([200, { temperature: null, windSpeed: 5.1 }]);
  });
});

it('warns of an old run only if some of it is used', async () => {
  await publishServedRun(app(), 30, {
    stepsHours: [0, 12, 48],
    values: { temperature2m: 283.75, totalOzone: 300 },
  });
  await report([{ observation_time: minutesAgo(10) }]);
  const codesOf = async (fields: string) => {
    const { meta } = (await current(`${AIRPORT}&fields=${fields}`)).body;
    return [meta.sources.map(({ source }) => source), meta.warnings.map(({ code }) => code)];
  };
  expect(await codesOf('temperature,windSpeed')).toEqual([[], []]);
  expect(await codesOf('temperature,ozone')).toEqual([['gfs'], ['stale_run']]);
});

describe('with a model run', () => {
  beforeAll(async () => {
    const run = { temperature2m: 283.75, dewPoint2m: 278.15, windU10m: 5, windV10m: 0, windGust: 9 };
    await publishServedRun(app(), 1, {
      stepsHours: [0, 12, 24],
      values: { ...run, surfacePressure: 101_650, cloudCover: 90, totalOzone: 300 },
    });
  });
  beforeEach(() => report([{ observation_time: minutesAgo(10) }]));

  it('has the report as it is at the station', async () => {
    const fields =
      'temperature,dewPoint,windSpeed,windDirection,pressureSurfaceLevel,cloudCover,visibility,weatherCode';
    const { status, headers, body } = await current(`${AIRPORT}&fields=${fields},ozone`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, max-age=60']);
    expect(headers.get('etag')).toMatch(/^"/);
    expect(body.location).toEqual({ lat: 42.3606, lon: -71.0097 });
    expect(body.data.time).toMatch(/:00Z$/);
    expect(body.data.values).toEqual({
      temperature: 8.3,
      dewPoint: 2.2,
      windSpeed: 5.1,
      windDirection: 290,
      pressureSurfaceLevel: 1018.5,
      cloudCover: 44,
      visibility: 16.1,
      weatherCode: 1101,
      ozone: 300,
    });
    const { values, observation, ...meta } = body.meta;
    expect(values).toEqual({
      ...Object.fromEntries(fields.split(',').map((name) => [name, 'observed'])),
      ozone: 'model',
    });
    expect(observation).toEqual({
      station: 'KBOS',
      name: null,
      lat: 42.3606,
      lon: -71.0097,
      elevation: 4,
      distanceKm: 0,
      observedAt: minutesAgo(10).replace('.000', ''),
      ageMinutes: expect.any(Number),
      report: 'METAR KBOS 210554Z 29010KT 10SM SCT040 08/02 A3009 RMK AO2 T00830022',
      attribution: 'NOAA/NWS Aviation Weather Center',
    });
    expect(observation!.ageMinutes).toBeGreaterThanOrEqual(10);
    expect(meta).toEqual({
      elevation: 0,
      units: 'metric',
      sources: [expect.objectContaining({ source: 'gfs', fields: ['ozone'], attribution: 'synthetic' })],
      warnings: [],
    });
  });

  it("carries it over to a place near it, by the model's error at the station", async () => {
    const { body } = await current(HARBOR);
    // The weight is exp(-10/180 - (3.35/50)² - (4/150)²) = 0.941, the model 10.574 °C and 4.974 °C at 4 m. That of the
    // wind is exp(-10/90 - …) = 0.890; it turns from 270° toward 290°.
    expect(body.data.values).toMatchObject({
      temperature: 8.5,
      dewPoint: 2.4,
      humidity: 66,
      windSpeed: 5.1,
      windGust: 9,
      pressureSurfaceLevel: 1018.8,
      cloudCover: 44,
    });
    expect([287, 288]).toContain(body.data.values.windDirection);
    expect(body.meta.values).toMatchObject({
      temperature: 'adjusted',
      humidity: 'adjusted',
      windGust: 'model',
      cloudCover: 'adjusted',
      uvIndex: 'model',
    });
    // The model has no visibility, but the station has.
    expect(body.meta.warnings.flatMap(({ fields }) => fields)).not.toContain('visibility');
  });

  it('is the same in imperial units and for the name of a place', async () => {
    const { body } = await current('place=Boston&units=imperial&fields=temperature');
    expect(body.meta).toMatchObject({ units: 'imperial', place: { name: 'Boston', country_code: 'US' } });
    expect(body.data.values.temperature).toBeGreaterThan(46);
    expect(body.data.values.temperature).toBeLessThan(49);
  });

  it.each<[string, Record<string, string>]>([
    ['is too old', { observation_time: minutesAgo(91) }],
    ['is too far away', { latitude: '-39.9' }],
    ['is from much higher', { elevation_m: '310' }],
    ['has no values', NOTHING],
    ['is more than 15 K off', { temp_c: '27.1' }],
  ])("is the model's if the report %s", async (what, cells) => {
    const longitude = String(10 * what.length - 150);
    const place = {
      station_id: `S${what.length}`,
      latitude: '-39',
      longitude,
      observation_time: minutesAgo(5),
    };
    await report([{ ...place, ...cells }, []]);
    const { body } = await current(`lat=-39&lon=${longitude}&fields=temperature,visibility`);
    expect(body.data.values).toEqual({ temperature: 10.6, visibility: null });
    expect(body.meta.values).toEqual({ temperature: 'model', visibility: 'model' });
    expect(body.meta.observation).toBeNull();
    expect(body.meta.warnings.map(({ code }) => code)).toEqual(['no_observation', 'not_in_run']);
  });

  it('skips such a report for the next one', async () => {
    const place = {
      station_id: 'KXXX',
      latitude: '42.3478',
      longitude: '-71.0466',
      temp_c: '35',
      dewpoint_c: '',
    };
    await report([{ ...place, observation_time: minutesAgo(5) }], [{ observation_time: minutesAgo(10) }]);
    expect((await current(HARBOR)).body.meta.observation!.station).toBe('KBOS');
  });

  it('finds a fitting report behind any number of others', async () => {
    const old = Array.from({ length: 30 }, (_, i): Parameters<typeof metarRow> => [
      {
        station_id: `OLD${i}`,
        latitude: String(50 + i / 1000),
        longitude: '10',
        observation_time: minutesAgo(100),
      },
    ]);
    await report(...old, [
      { station_id: 'NEW', latitude: '50.5', longitude: '10', observation_time: minutesAgo(5) },
    ]);
    expect((await current('lat=50&lon=10')).body.meta.observation!.station).toBe('NEW');
  });

  it('uses a report without a temperature only if there is no other', async () => {
    const place = { latitude: '30', longitude: '10', observation_time: minutesAgo(5) };
    const fields = 'fields=temperature,visibility';
    await report([{ ...place, station_id: 'NEAR', temp_c: '', dewpoint_c: '' }]);
    const alone = (await current(`lat=30&lon=10&${fields}`)).body;
    expect(alone.meta.observation!.station).toBe('NEAR');
    expect(alone.meta.values).toEqual({ temperature: 'model', visibility: 'observed' });
    await report(
      [{ ...place, station_id: 'NEAR', temp_c: '', dewpoint_c: '' }],
      [{ ...place, station_id: 'FAR', latitude: '30.5' }],
    );
    expect((await current(`lat=30&lon=10&${fields}`)).body.meta.observation!.station).toBe('FAR');
  });

  it('is the same in a process that reads no sources itself', async () => {
    const configuration = app().app.get(Configuration);
    const observations = jest.replaceProperty(configuration, 'observations', []);
    const { status, body } = await current(`${AIRPORT}&fields=temperature,dewPoint`);
    observations.restore();
    expect([status, body.meta.observation!.attribution]).toEqual([200, 'NOAA/NWS Aviation Weather Center']);
  });

  it('is 304 for the same minute', async () => {
    const first = await current(HARBOR);
    const again = await current(HARBOR, { 'if-none-match': first.headers.get('etag')! });
    // Unless a minute has begun.
    if (again.status === 200) expect(again.body.data.time).not.toBe(first.body.data.time);
    else expect(again.status).toBe(304);
  });

  it('changes with a new report', async () => {
    const before = await current(`${AIRPORT}&fields=temperature`);
    await report([{ observation_time: minutesAgo(2), temp_c: '6.1', dewpoint_c: '2' }]);
    const after = await current(`${AIRPORT}&fields=temperature`);
    expect([before, after].map(({ body }) => body.data.values.temperature)).toEqual([8.3, 6.1]);
  });

  it('is the same in the other APIs', async () => {
    const fields = ['temperature', 'windSpeed', 'cloudCover', 'visibility', 'weatherCode'];
    const ours = (await current(`${AIRPORT}&fields=${fields.join()}`)).body;
    const location = 'location=42.3606,-71.0097';
    const realtime = await askTomorrowIo(app(), apikey, REALTIME, location);
    expect(realtime.body.data.values).toMatchObject(ours.data.values);
    const asked = `${location}&timesteps=current&fields=${fields.join()}`;
    const timelines = await askTomorrowIo(app(), apikey, TIMELINES, asked);
    expect(timelines.body.data.timelines[0].intervals[0].values).toEqual(ours.data.values);
    const { body } = await callTool(app(), apikey, 'get_current_weather', {
      lat: 42.3606,
      lon: -71.0097,
      fields,
    });
    const { structuredContent, content } = body.result;
    expect(structuredContent).toMatchObject({
      values: { ...ours.data.values, weatherCode: 'Partly Cloudy' },
      origins: ours.meta.values,
      observation: { station: 'KBOS', distanceKm: 0 },
      attribution: ['NOAA/NWS Aviation Weather Center'],
    });
    expect(content[0].text).toContain(`temperature: ${ours.data.values.temperature} °C (observed)`);
    expect(content[0].text).toContain('weatherCode: Partly Cloudy (observed)');
    expect(content[0].text).toContain('Attribution: NOAA/NWS Aviation Weather Center');
  });

  it('costs one unit', async () => {
    const left = async () =>
      Number(/"day";r=(\d+)/.exec((await current(HARBOR)).headers.get('ratelimit')!)![1]);
    expect((await left()) - (await left())).toBe(1);
  });
});

describe('400', () => {
  it.each([
    ['lon', 'lat=1'],
    ['place', 'lat=1&lon=1&place=Boston'],
    ['fields', `${HARBOR}&fields=heat`],
    ['units', `${HARBOR}&units=kelvin`],
    ['elevation', `${HARBOR}&elevation=9001`],
    ['timelines', `${HARBOR}&timelines=hourly`],
    ['startTime', `${HARBOR}&startTime=2026-11-21T03:00:00Z`],
  ])('names a faulty %s: %s', async (parameter, query) => {
    const { status, body } = await current<Problem>(query);
    expect([status, body.errors.map((error) => error.parameter)]).toEqual([400, [parameter]]);
  });
});
