import { request } from 'node:http';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../src/core/time/index.js';
import {
  BATCH_BODY,
  createKeyedClient,
  FORECASTS,
  POINT_BODY,
  postForecast,
  postForecasts,
} from '../../support/forecast-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { generateKey } from '../../../src/api-keys/key-format.js';
import { expectProblem } from '../../support/problems.js';

const app = useTestApp();

describe('200', () => {
  const startTime = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS).toISOString();
  let key: string;
  beforeAll(async () => {
    await publishRun(app());
    ({ key } = await createKeyedClient(app()));
  });

  interface Batch {
    forecasts: { location: object; meta: Record<string, unknown> }[];
    meta: Record<string, unknown>;
  }

  const post = (body: unknown) => postForecasts<Batch>(app(), { apikey: key }, body);

  describe('a batch', () => {
    const locations = [
      POINT_BODY,
      { lat: -33.8688, lon: 151.2093, elevation: 39 },
      { lat: 90, lon: 180 },
      POINT_BODY,
    ];

    it.each([
      ['nothing else', { startTime }],
      [
        'everything',
        {
          startTime,
          endTime: new Date(Date.parse(startTime) + 3 * HOUR_MS).toISOString(),
          fields: ['humidity', 'temperature'],
          timelines: ['daily', 'minutely', 'hourly'],
          timezone: 'auto',
          units: 'imperial',
          source: 'gfs',
        },
      ],
      ['climatology', { startTime, source: 'climatology' }],
    ])('returns what each point returns on its own, in order, with %s', async (_, members) => {
      const { status, body } = await post({ locations, ...members });
      expect(status).toBe(200);
      const single = async (location: object) =>
        (await postForecast(app(), { apikey: key }, { ...location, ...members })).body;
      expect(body.forecasts).toEqual(await Promise.all(locations.map(single)));
    });

    it('includes the metadata that its forecasts share', async () => {
      const { body, headers } = await post({ locations, startTime, units: 'imperial' });
      const { source, run, publishedAt, nextRunExpectedAt } = body.forecasts[0].meta;
      expect(source).toBe('gfs');
      expect(body.meta).toEqual({
        locations: 4,
        source,
        run,
        publishedAt,
        nextRunExpectedAt,
        units: 'imperial',
      });
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
      expect(headers.get('vary')).toBe('Accept-Encoding, apikey');
      const climatology = await post({ locations, startTime, source: 'climatology' });
      expect(climatology.body.meta).toMatchObject({ source: 'climatology', run: null });
    });

    it('accepts one to a hundred points', async () => {
      const many = Array.from({ length: 100 }, (_, i) => ({ lat: i - 50, lon: 3.6 * i - 180 }));
      expect((await post({ locations: [POINT_BODY] })).body.forecasts).toHaveLength(1);
      const { forecasts } = (await post({ locations: many })).body;
      expect(forecasts.map(({ location }) => location)).toEqual(
        many.map(({ lat, lon }) => ({ lat, lon: Math.round(lon * 1e4) / 1e4 })),
      );
    });
  });

  it('consumes one request per second and minute, and one unit per hour and day for each point', async () => {
    const rate_limits = { second: 10, minute: 20, hour: 30, day: 40 };
    const { key: other } = await createKeyedClient(app(), { rate_limits });

    const { headers } = await postForecasts(app(), { apikey: other });

    expect(headers.get('ratelimit')).toMatch(
      /^"second";r=9;t=\d+, "minute";r=19;t=\d+, "hour";r=28;t=\d+, "day";r=38;t=\d+$/,
    );
  });

  it('needs only the scope for batches', async () => {
    const { key: other } = await createKeyedClient(app(), {}, { scopes: ['forecast:batch'] });

    expect((await postForecasts(app(), { apikey: other })).status).toBe(200);
  });

  it('is compressed as the caller accepts', async () => {
    const headers = { apikey: key, 'content-type': 'application/json', 'accept-encoding': 'zstd' };
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      const sent = request(`${app().url}${FORECASTS}`, { method: 'POST', headers }, (response) => {
        expect(response.headers['content-encoding']).toBe('zstd');
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks)));
      });
      sent.on('error', reject);
      sent.end(JSON.stringify({ ...BATCH_BODY, startTime }));
    });
    const { body } = await post({ ...BATCH_BODY, startTime });
    expect(JSON.parse((await promisify(zstdDecompress)(bytes)).toString())).toEqual(body);
  });
});

describe('400', () => {
  const instance = FORECASTS;
  let key: string;
  beforeAll(async () => {
    ({ key } = await createKeyedClient(app()));
  });
  const post = (body: unknown, query?: string) => postForecasts(app(), { apikey: key }, body, query);
  const points = (count: number) => Array.from({ length: count }, (_, i) => ({ lat: i % 90, lon: i }));

  describe('points to the member', () => {
    const FAULTS: [string, unknown][] = [
      ['/locations', {}],
      ['/locations', { locations: [] }],
      ['/locations', { locations: {} }],
      ['/locations', { locations: 'all' }],
      ['/locations', { locations: points(101) }],
      ['/locations/0', { locations: [null] }],
      ['/locations/1', { locations: [POINT_BODY, [52, 21]] }],
      ['/locations/1/lat', { locations: [POINT_BODY, { lat: 91, lon: 0 }] }],
      ['/locations/0/lon', { locations: [{ lat: 0 }] }],
      ['/locations/0/elevation', { locations: [{ ...POINT_BODY, elevation: '1' }] }],
      ['/locations/0/fields', { locations: [{ ...POINT_BODY, fields: ['ozone'] }] }],
      ['/locations/0/a~1b', { locations: [{ ...POINT_BODY, 'a/b': 1 }] }],
      ['/lat', { ...BATCH_BODY, lat: 1 }],
      ['/elevation', { ...BATCH_BODY, elevation: 1 }],
      ['/fields', { ...BATCH_BODY, fields: 'ozone' }],
      ['/startTime', { ...BATCH_BODY, startTime: '2099-01-01T00:00:00Z', source: 'gfs' }],
    ];
    it.each(FAULTS)('%s in %j', async (pointer, body) => {
      expectProblem(await post(body), 400, 'invalid_parameter', { instance, pointers: [pointer] });
    });

    it('of every fault', async () => {
      const answer = await post({ locations: [{ lat: 91 }, 1, POINT_BODY], units: 1, unknown: {} });
      expectProblem(answer, 400, 'invalid_parameter', {
        instance,
        pointers: ['/units', '/unknown', '/locations/0/lat', '/locations/0/lon', '/locations/1'],
      });
    });

    it('that makes the response too large', async () => {
      const startTime = '2026-11-21T00:00:00Z';
      const body = {
        locations: points(3),
        timelines: ['minutely'],
        startTime,
        endTime: '2026-12-07T00:00:00Z',
      };
      const answer = await post(body);
      const detail = expect.stringContaining(String(3 * 16 * 1440 * 18)) as unknown;
      expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: ['/locations'], detail });
    });
  });

  it.each(['hour', 'day'])('rejects a batch that exceeds the whole limit of a %s', async (window) => {
    const { key: other } = await createKeyedClient(app(), { rate_limits: { [window]: 3 } });
    const answer = await postForecasts(app(), { apikey: other }, { locations: points(4) });
    expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: ['/locations'] });
    expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`"${window}";r=3;`));
  });

  it('rejects different keys before checking anything else', async () => {
    expectProblem(await post('{', `?apikey=${generateKey()}`), 400, 'ambiguous_api_key', { instance });
  });

  it('costs nothing, as its headers say', async () => {
    const { key: other } = await createKeyedClient(app(), { rate_limits: { day: 9 } });
    for (let count = 0; count < 4; count += 1) {
      const { status, headers } = await postForecasts(app(), { apikey: other }, { locations: [{}, {}, {}] });
      expect(status).toBe(400);
      expect(headers.get('ratelimit')).toMatch(/^"day";r=9;/);
    }
  });
});
