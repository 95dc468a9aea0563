import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
import { generateKey } from '../../../src/api-keys/key-format.js';
import {
  askForecast,
  createKeyedClient,
  FORECAST,
  type KeyedClient,
  POINT,
} from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { sendRaw } from '../../support/raw-request.js';

const app = useTestApp();

describe('200', () => {
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
});

describe('400', () => {
  let client: KeyedClient;
  beforeAll(async () => {
    await publishRun(app());
    client = await createKeyedClient(app(), { rate_limits: { second: 3 } });
  });

  const instance = FORECAST;
  const ask = (headers: Record<string, string | string[]>, query: string) =>
    askForecast(app(), headers, query);

  describe('with more than one key', () => {
    const expectAmbiguous = (answer: Awaited<ReturnType<typeof ask>>) => {
      expectProblem(answer, 400, 'ambiguous_api_key', { instance });
      expect(answer.headers.get('www-authenticate')).toBeNull();
    };

    it('rejects different keys in the header and the query, valid or not', async () => {
      const other = generateKey();

      expectAmbiguous(await ask({ apikey: client.key }, `${POINT}&apikey=${other}`));
      expectAmbiguous(await ask({ apikey: other }, `${POINT}&apikey=${client.key}`));
      expectAmbiguous(await ask({ apikey: 'x' }, `${POINT}&apikey=y`));
      expectAmbiguous(await ask({ apikey: client.key }, `${POINT}&apikey=${client.key.toLowerCase()}`));
    });

    it('rejects a repeated parameter, even with equal keys', async () => {
      expectAmbiguous(await ask({}, `${POINT}&apikey=${client.key}&apikey=${client.key}`));
      expectAmbiguous(await ask({}, `apikey=${client.key}&${POINT}&apikey=`));
      expectAmbiguous(await ask({ apikey: client.key }, `${POINT}&apikey=x&apikey=x`));
    });

    it('rejects a repeated header, even with equal keys', async () => {
      expectAmbiguous(await ask({ apikey: [client.key, client.key] }, POINT));
      expectAmbiguous(await ask({ apikey: [client.key, generateKey()] }, POINT));
      expectAmbiguous(await ask({ apikey: [client.key, ''] }, POINT));
    });

    it('is checked before anything else', async () => {
      expectAmbiguous(await ask({ apikey: 'x' }, 'apikey=y&lat=1000&unknown=1'));
    });

    it('accepts the same key in both places, and ignores an empty one', async () => {
      expect((await ask({ apikey: client.key }, `${POINT}&apikey=${client.key}`)).status).toBe(200);
      expect((await ask({ apikey: '' }, `${POINT}&apikey=${client.key}`)).status).toBe(200);
      expect((await ask({ apikey: client.key }, `${POINT}&apikey=`)).status).toBe(200);
    });
  });

  describe('with a faulty query', () => {
    it('reports the fault once the key is verified', async () => {
      const { key } = await createKeyedClient(app());

      const answer = await ask({ apikey: key }, 'lat=1000&lon=1');

      expectProblem(answer, 400, 'invalid_parameter', { instance, parameters: ['lat'] });
    });

    it('costs no units, as its headers say', async () => {
      const { key } = await createKeyedClient(app(), { rate_limits: { hour: 4, day: 5 } });
      for (let count = 0; count < 6; count += 1) {
        const answer = await ask({ apikey: key }, 'lat=1000&lon=1');
        expect(answer.status).toBe(400);
        expect(answer.headers.get('ratelimit')).toMatch(/^"hour";r=4;t=\d+, "day";r=5;t=\d+$/);
      }

      const { status, headers } = await ask({ apikey: key }, POINT);

      expect(status).toBe(200);
      expect(headers.get('ratelimit')).toMatch(/"hour";r=3;.*"day";r=4;/);
    });
  });

  describe('GET /v1/weather/forecast responds with 400', () => {
    it.each([
      ['timezone', 'timezone=Europe/Atlantis'],
      ['timezone', 'timezone=%2B02:00'],
      ['timelines', 'timelines=weekly'],
      ['elevation', 'elevation=9000.1'],
      ['elevation', 'elevation=1e3'],
      ['source', 'source=icon'],
      ['startTime', 'startTime=2099-01-01T00:00:00Z&source=gfs'],
    ])('for %s: %s', async (parameter, query) => {
      const { key } = await createKeyedClient(app());
      const answer = await ask({ apikey: key }, `lat=42&lon=-71&${query}`);
      expectProblem(answer, 400, 'invalid_parameter', { instance, parameters: [parameter] });
    });

    it('for every fault at once', async () => {
      const query = 'lat=91&lon=x&timezone=&elevation=&timelines=&units=&source=&fields=';
      const { key } = await createKeyedClient(app());
      const { body } = await ask({ apikey: key }, query);
      expect((body.errors as { parameter: string }[]).map(({ parameter }) => parameter).sort()).toEqual(
        ['elevation', 'fields', 'lat', 'lon', 'source', 'timelines', 'timezone', 'units'].sort(),
      );
    });
  });
});

describe('405', () => {
  it.each(['PUT', 'PATCH', 'DELETE'])('responds to %s with the allowed methods', async (method) => {
    const { key } = await createKeyedClient(app());

    const answer = await sendRaw(app().url, {
      method,
      path: `${FORECAST}?${POINT}`,
      headers: { apikey: key },
    });

    expectProblem(answer, 405, 'method_not_allowed', { instance: FORECAST });
    const allowed = answer.headers.get('allow')!.split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['GET', 'HEAD']));
    expect(allowed).not.toContain(method);
  });
});

describe('503', () => {
  const app = useTestApp();
  const LONGEST_WAIT_SECONDS = 900;
  /** Names a model, since climatology would be served instead of a missing run otherwise. */
  const FROM_GFS = `${POINT}&source=gfs`;

  it('says when to retry if there is no run', async () => {
    const { key } = await createKeyedClient(app());

    const answer = await askForecast(app(), { apikey: key }, FROM_GFS);

    expectProblem(answer, 503, 'forecast_unavailable', { instance: FORECAST });
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(LONGEST_WAIT_SECONDS);
  });

  it('is checked after the query', async () => {
    const { key } = await createKeyedClient(app());

    const answer = await askForecast(app(), { apikey: key }, `${FROM_GFS}&units=nautical`);

    expectProblem(answer, 400, 'invalid_parameter', { instance: FORECAST, parameters: ['units'] });
  });

  it('costs no units', async () => {
    const { key } = await createKeyedClient(app(), { rate_limits: { day: 2 } });

    for (let count = 0; count < 5; count += 1) {
      const { status, headers } = await askForecast(app(), { apikey: key }, FROM_GFS);
      expect(status).toBe(503);
      expect(headers.get('ratelimit')).toMatch(/^"day";r=2;t=\d+$/);
    }
  });

  it("is logged as a single line without a stack, since it isn't a fault of the service", async () => {
    const { key } = await createKeyedClient(app());

    const { headers } = await askForecast(app(), { apikey: key }, FROM_GFS);

    const lines = app()
      .logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ reqId }) => reqId === headers.get('x-request-id'));
    expect(lines.map(({ level, code, err }) => ({ level, code, err }))).toEqual([
      { level: 40, code: 'forecast_unavailable', err: undefined },
      { level: 30, code: undefined, err: undefined },
    ]);
  });
});
