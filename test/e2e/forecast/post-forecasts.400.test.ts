import { beforeAll, describe, expect, it } from '@jest/globals';
import { generateKey } from '../../../src/api-keys/key-format.js';
import {
  BATCH_BODY,
  createKeyedClient,
  FORECASTS,
  POINT_BODY,
  postForecasts,
} from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=10000' });
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
