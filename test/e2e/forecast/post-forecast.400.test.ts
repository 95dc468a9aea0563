import { beforeAll, describe, expect, it } from '@jest/globals';
import { generateKey } from '../../../src/api-keys/key-format.js';
import { createKeyedClient, FORECAST, POINT_BODY, postForecast } from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=1000' });
const instance = FORECAST;
let key: string;
beforeAll(async () => {
  ({ key } = await createKeyedClient(app()));
});
const post = (body: unknown, query?: string) => postForecast(app(), { apikey: key }, body, query);

describe('points to the member', () => {
  const FAULTS: [string, Record<string, unknown>][] = [
    ['/lat', { lat: '52.2' }],
    ['/lat', { lat: null }],
    ['/lat', { lat: 90.1 }],
    ['/lat', { lat: [52] }],
    ['/lon', { lon: -180.0001 }],
    ['/lon', { lon: true }],
    ['/elevation', { elevation: 9001 }],
    ['/elevation', { elevation: '12' }],
    ['/fields', { fields: 'temperature' }],
    ['/fields', { fields: [] }],
    ['/fields', { fields: [1] }],
    ['/fields', { fields: ['temprature'] }],
    ['/fields', { fields: { temperature: true } }],
    ['/timelines', { timelines: 'hourly' }],
    ['/timelines', { timelines: ['weekly'] }],
    ['/timezone', { timezone: 'Europe/Atlantis' }],
    ['/timezone', { timezone: 2 }],
    ['/units', { units: 'nautical' }],
    ['/units', { units: ['metric'] }],
    ['/startTime', { startTime: '2026-11-21' }],
    ['/startTime', { startTime: 1_795_000_000 }],
    ['/endTime', { startTime: '2026-11-21T03:00:00Z', endTime: '2026-11-21T03:00:00Z' }],
    ['/endTime', { endTime: null }],
    ['/source', { source: 'icon' }],
    ['/startTime', { startTime: '2099-01-01T00:00:00Z', source: 'gfs' }],
    ['/apikey', { apikey: 'wx_anything' }],
    ['/Lat', { Lat: 1 }],
  ];
  it.each(FAULTS)('%s in %j', async (pointer, members) => {
    const answer = await post({ ...POINT_BODY, ...members });
    expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: [pointer] });
  });

  it('that exceeds the range of numbers', async () => {
    const answer = await post('{"lat":1e999,"lon":0}');
    expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: ['/lat'] });
  });

  it('of every fault', async () => {
    const answer = await post({ lon: 181, units: 1, unknown: {} });
    expectProblem(answer, 400, 'invalid_parameter', {
      instance,
      pointers: ['/lat', '/lon', '/units', '/unknown'],
    });
  });

  it('that is missing if there is no body', async () => {
    for (const body of ['', '{}'])
      expectProblem(await post(body), 400, 'invalid_parameter', { instance, pointers: ['/lat', '/lon'] });
  });

  it('and suggests the nearest known names', async () => {
    const { body } = await post({ ...POINT_BODY, fields: ['temprature'], timezon: 'UTC' });
    expect(JSON.stringify(body)).toMatch(/The nearest known names: temperature\b/);
    expect(JSON.stringify(body)).toMatch(/Unknown member \\"timezon\\"\. Did you mean \\"timezone\\"/);
  });
});

it('rejects query parameters other than the key', async () => {
  const answer = await post(POINT_BODY, `?apikey=${key}&lat=1`);
  expectProblem(answer, 400, 'invalid_parameter', { instance, parameters: ['lat'] });
});

it('rejects different keys before checking anything else', async () => {
  const answer = await post('{', `?apikey=${generateKey()}&lat=1`);
  expectProblem(answer, 400, 'ambiguous_api_key', { instance });
});

it.each([
  ['a body that is not JSON', '{', ''],
  ['a member', '{"lat":91,"lon":0}', ''],
  ['a parameter', JSON.stringify(POINT_BODY), '?units=metric'],
])('costs nothing for %s, as its headers say', async (_, body, query) => {
  const { key: other } = await createKeyedClient(app(), { rate_limits: { day: 2 } });
  for (let count = 0; count < 4; count += 1) {
    const { status, headers } = await postForecast(app(), { apikey: other }, body, query);
    expect(status).toBe(400);
    expect(headers.get('ratelimit')).toMatch(/^"day";r=2;/);
  }
});
