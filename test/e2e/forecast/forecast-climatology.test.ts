import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ForecastDto } from '../../../src/forecast/answer/forecast-response.dto.js';
import { type ApiCaller, createApiKey, createClient, signedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { OWN_CATALOGUE } from '../../support/own-catalogue.js';

// A service without any model run, as after its first start without a network.
const service = useTestApp();
let caller: ApiCaller;
let key: string;

beforeAll(async () => {
  const member = await signedInCaller(service());
  ({ key } = await createApiKey(member, await createClient(member)));
  caller = member;
});

const get = (query: string) => caller.get<ForecastDto>(`/v1/weather/forecast?${query}`, { apikey: key });

describe('GET /v1/weather/forecast responds with 200 without a model run', () => {
  it('with climatology, named as the source', async () => {
    const { status, headers, body } = await get('lat=42.3478&lon=-71.0466');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
    expect(body.data.timelines.hourly).toHaveLength(120);
    expect(Object.keys(body.data.timelines.hourly![0].values)).toEqual(OWN_CATALOGUE.defaultNames);
    expect(body.meta).toMatchObject({
      source: 'climatology',
      run: null,
      publishedAt: null,
      nextRunExpectedAt: null,
      grid: { resolution: 5, elevation: 199, interpolation: 'bilinear' },
    });
    expect(body.meta.attribution).toMatch(/GPT3.*Reanalysis/);
    expect(body.meta.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['climatology', 'no_daily_cycle', 'not_in_climatology']),
    );
  });

  it('with the long-term means for the time of year', async () => {
    const span = 'startTime=2026-01-16T12:00:00Z&endTime=2026-01-16T13:00:00Z';
    const { body } = await get(`lat=42.3478&lon=-71.0466&source=climatology&${span}`);
    // test/fixtures/climatology/values.json, the first entry.
    expect(body.data.timelines.hourly).toEqual([
      {
        time: '2026-01-16T12:00:00Z',
        values: {
          temperature: -1.6,
          temperatureApparent: -4.1,
          dewPoint: -4.3,
          humidity: 82,
          windSpeed: null,
          windDirection: 288,
          windGust: null,
          pressureSurfaceLevel: 990,
          precipitationIntensity: null,
          precipitationProbability: null,
          snowAccumulation: null,
          weatherCode: null,
          cloudCover: 50,
          visibility: null,
          uvIndex: 0,
          ozone: 354,
          soilMoisture: null,
          lightningProbability: null,
        },
      },
    ]);
  });

  it('with what the quickstart says of it: no day and night, no wind and no hourly precipitation', async () => {
    const fields = 'temperature,windSpeed,precipitationIntensity';
    const span = 'startTime=2026-07-02T00:00:00Z&endTime=2026-07-12T00:00:00Z';
    const { body } = await get(`lat=52.2297&lon=21.0122&fields=${fields}&${span}`);
    const hours = body.data.timelines.hourly!.map(({ values }) => values as Record<string, number | null>);

    expect(hours).toHaveLength(240);
    for (let hour = 24; hour < hours.length; hour += 1)
      expect(Math.abs(hours[hour].temperature! - hours[hour - 24].temperature!)).toBeLessThan(0.11);
    const ofDay = hours.slice(0, 24).map(({ temperature }) => temperature!);
    expect(Math.max(...ofDay) - Math.min(...ofDay)).toBeLessThan(0.11);
    for (const { windSpeed, precipitationIntensity } of hours)
      expect([windSpeed, precipitationIntensity]).toEqual([null, null]);
    expect(body.meta.warnings.map(({ code }) => code)).toContain('climatology');
  });

  it('in every timeline, with null for missing values', async () => {
    const span = 'startTime=2026-06-21T00:00:00Z';
    const { body } = await get(
      `lat=69.6492&lon=18.9553&timezone=auto&timelines=minutely,daily&fields=windSpeed,weatherCode,ozone&${span}`,
    );
    expect(body.data.timelines.minutely).toHaveLength(60);
    expect(body.data.timelines.minutely![0].values).toMatchObject({ windSpeed: null, weatherCode: null });
    expect(body.data.timelines.daily).toHaveLength(5);
    expect(body.data.timelines.daily![0]).toEqual({
      time: '2026-06-20T22:00:00Z',
      values: {
        windSpeedMin: null,
        windSpeedMax: null,
        windSpeedAvg: null,
        weatherCode: null,
        weatherCodeMax: null,
        ozoneMin: expect.any(Number) as unknown,
        ozoneMax: expect.any(Number) as unknown,
        ozoneAvg: expect.any(Number) as unknown,
        // The sun doesn't set in Tromsø in June.
        sunriseTime: null,
        sunsetTime: null,
      },
    });
  });

  it.each(['lat=90&lon=0', 'lat=-90&lon=180', 'lat=0&lon=-180', 'lat=-16.5&lon=179.9999'])(
    'at %s',
    async (point) => {
      const { status, body } = await get(`${point}&timezone=auto&timelines=hourly,daily`);
      expect(status).toBe(200);
      expect(body.data.timelines.hourly).toHaveLength(120);
    },
  );
});
