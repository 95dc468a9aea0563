import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { OWN_CATALOGUE } from '../../support/own-catalogue.js';
import { describeWithSharedData } from '../../support/shared-data.js';
import {
  excess,
  FROZEN,
  RUN_STEPS,
  SERVED,
  type SharedRunService,
  startWithSharedRun,
} from './shared-run.js';

describeWithSharedData('the run of 2020-08-04T12', () => {
  let service: SharedRunService;
  beforeAll(async () => {
    service = await startWithSharedRun();
  });
  afterAll(() => service.app.close());

  it.each(FROZEN.points.map((point, index) => ({ ...point, index })))(
    'is served at $latitude, $longitude as ecCodes reads it',
    async ({ latitude, longitude, index }) => {
      const { data } = await service.forecast(`lat=${latitude}&lon=${longitude}`);
      for (const step of RUN_STEPS) {
        const raw = (variable: string) => FROZEN.variables[variable].values[String(step)][index] ?? NaN;
        const { values } = data.timelines.hourly[step];
        for (const metric of Object.keys(SERVED)) {
          const isWithinHalfAUnit = excess(metric, values[metric], raw) <= 1e-6;
          expect({ metric, step, isWithinHalfAUnit }).toEqual({ metric, step, isWithinHalfAUnit: true });
        }
      }
    },
  );

  it('has an entry with all metrics for each hour of the run, and describes its source', async () => {
    const { location, data, meta } = await service.forecast('lat=52.25&lon=21');

    expect(location).toEqual({ lat: 52.25, lon: 21 });
    const { hourly } = data.timelines;
    expect(hourly.map(({ time }) => time)).toEqual(
      Array.from(
        { length: 13 },
        (_, hour) => `${new Date(Date.UTC(2020, 7, 4, 12 + hour)).toISOString().slice(0, 19)}Z`,
      ),
    );
    for (const { values } of hourly) expect(Object.keys(values)).toEqual(OWN_CATALOGUE.defaultNames);
    expect(meta).toMatchObject({
      source: 'gfs',
      run: '2020-08-04T12:00:00Z',
      units: 'metric',
      timezone: 'UTC',
      grid: { resolution: 0.25, interpolation: 'bilinear' },
      // The run has no ensemble.
      sources: [{ source: 'gfs', probabilityMethod: 'neighborhood' }],
    });
    expect(meta.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['ends_with_run', 'missing_steps']),
    );
  });

  it('spreads the amount of a bucket evenly over its hours, and has none for the last one', async () => {
    const { data } = await service.forecast('lat=52.25&lon=21&fields=precipitationIntensity');
    const amounts = data.timelines.hourly.map(({ values }) => values.precipitationIntensity);
    const [toSix, toTwelve] = ['6', '12'].map(
      (step) => FROZEN.variables.precipitation.values[step][1] ?? NaN,
    );

    for (const amount of amounts.slice(0, 6))
      expect(Math.abs((amount ?? NaN) - toSix / 6)).toBeLessThanOrEqual(0.005001);
    for (const amount of amounts.slice(6, 12))
      expect(Math.abs((amount ?? NaN) - toTwelve / 6)).toBeLessThanOrEqual(0.005001);
    expect(amounts[12]).toBeNull();
  });

  it('explains every missing value', async () => {
    const { data, meta } = await service.forecast('lat=54.5&lon=18.75');
    const missing = new Set(
      data.timelines.hourly.flatMap(({ values }) =>
        Object.keys(values).filter((name) => values[name] === null),
      ),
    );
    const explained = meta.warnings.flatMap(({ fields }) => fields);
    expect([...missing].filter((name) => !explained.includes(name))).toEqual([]);
  });

  it('accepts the key in the query, a span and a selection of fields', async () => {
    const query = `lat=50.1&lon=19.9&fields=windSpeed,temperature&units=imperial&startTime=2020-08-04T15:30:00%2B02:00&endTime=2020-08-04T17:00:00Z`;
    const response = await fetch(`${service.app.url}/v1/weather/forecast?${query}&apikey=${service.key}`);
    const { data } = (await response.json()) as Awaited<ReturnType<SharedRunService['forecast']>>;

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
    expect(response.headers.get('vary')).toBe('Accept-Encoding, apikey');
    expect(response.headers.get('etag')).toMatch(/^"[\w-]{20}(-\w+)?"$/);
    expect(data.timelines.hourly.map(({ time }) => time)).toEqual([
      '2020-08-04T14:00:00Z',
      '2020-08-04T15:00:00Z',
      '2020-08-04T16:00:00Z',
    ]);
    for (const { values } of data.timelines.hourly) {
      expect(Object.keys(values).sort()).toEqual(['temperature', 'windSpeed']);
    }
  });

  it('was last modified when the run was published, if the start is given', async () => {
    const query = 'lat=52.25&lon=21&startTime=2020-08-04T12:00:00Z';
    const response = await fetch(`${service.app.url}/v1/weather/forecast?${query}&apikey=${service.key}`);
    const { meta } = (await response.json()) as Awaited<ReturnType<SharedRunService['forecast']>>;

    const lastModified = new Date(response.headers.get('last-modified')!);
    expect(lastModified).toEqual(new Date(String(meta.publishedAt)));
    expect(response.headers.get('last-modified')).toBe(lastModified.toUTCString());
  });
});
