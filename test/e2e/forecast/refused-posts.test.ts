import { describe, expect, it } from '@jest/globals';
import { generateKey } from '../../../src/api-keys/key-format.js';
import { signedInCaller } from '../../support/api-caller.js';
import {
  askForecast,
  BATCH_BODY,
  createKeyedClient,
  FORECAST,
  FORECASTS,
  POINT_BODY,
  postForecast,
  postForecasts,
} from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

const QUOTA_EXCEEDED = {
  type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
  others: { 'violated-policies': ['day'] },
};

describe.each([
  {
    instance: FORECAST,
    post: postForecast,
    taken: POINT_BODY,
    faulty: '{"lat":91}',
    units: 1,
    scope: 'forecast:read',
    otherScope: 'forecast:batch',
  },
  {
    instance: FORECASTS,
    post: postForecasts,
    taken: BATCH_BODY,
    faulty: '{"locations":[{"lat":91}]}',
    units: 2,
    scope: 'forecast:batch',
    otherScope: 'forecast:read',
  },
])('POST $instance', ({ instance, post, taken, faulty, units, scope, otherScope }) => {
  const bodies = [
    ['what it takes', JSON.stringify(taken)],
    ['a faulty member', faulty],
    ['what is not JSON', '{'],
  ];

  describe('401', () => {
    it.each(bodies)('requires a key, whatever the body: %s', async (_, body) => {
      for (const [headers, code] of [
        [{}, 'missing_api_key'],
        [{ apikey: generateKey() }, 'invalid_api_key'],
      ] as const) {
        const answer = await post(app(), headers, body);
        expectProblem(answer, 401, code, { instance });
        expect(answer.headers.get('www-authenticate')).toBe('ApiKey realm="weather"');
        expect(answer.headers.get('ratelimit')).toBeNull();
      }
    });

    it('accepts no session instead of a key', async () => {
      const { cookie } = await signedInCaller(app());

      expectProblem(await post(app(), { cookie }), 401, 'missing_api_key', { instance });
    });
  });

  describe('403', () => {
    it.each(bodies)('refuses a key without the scope, whatever the body: %s', async (_, body) => {
      const { key } = await createKeyedClient(app(), {}, { scopes: [otherScope] });

      const answer = await post(app(), { apikey: key }, body);

      const detail = expect.stringContaining(scope) as unknown;
      expectProblem(answer, 403, 'insufficient_scope', { instance, detail });
    });
  });

  describe('503', () => {
    it('says when to retry if there is no run, and refunds every unit', async () => {
      const { key } = await createKeyedClient(app(), { rate_limits: { day: units } });

      for (let count = 0; count < 2; count += 1) {
        const answer = await post(app(), { apikey: key }, { ...taken, source: 'gfs' });
        expectProblem(answer, 503, 'forecast_unavailable', { instance });
        expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
        expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`"day";r=${units};`));
      }
    });
  });
});

describe('415', () => {
  it('reports the limits to a valid key only, and consumes nothing', async () => {
    const { key } = await createKeyedClient(app(), { rate_limits: { day: 1000 } });
    const send = (headers: Record<string, string>) =>
      fetch(app().url + FORECAST, { method: 'POST', body: 'lat=1', headers });

    const answer = await send({ apikey: key, 'content-type': 'text/plain' });

    expect(answer.status).toBe(415);
    expect(answer.headers.get('ratelimit-policy')).toContain('"day";q=1000;w=86400');
    expect((await send({ 'content-type': 'text/plain' })).status).toBe(401);
    const again = await send({ apikey: key, 'content-type': 'text/plain' });
    for (const { headers } of [answer, again]) expect(headers.get('ratelimit')).toContain('"day";r=1000;');
  });
});

describe('429', () => {
  it('counts a point in the same windows as GET, and is checked before the body', async () => {
    const { key } = await createKeyedClient(app(), { rate_limits: { day: 2 } });
    expect((await askForecast(app(), { apikey: key })).status).toBe(200);
    expect((await postForecast(app(), { apikey: key })).status).toBe(200);

    for (const body of [JSON.stringify(POINT_BODY), '{"lat":91}', '{']) {
      const answer = await postForecast(app(), { apikey: key }, body);
      expectProblem(answer, 429, 'quota_exceeded', { instance: FORECAST, ...QUOTA_EXCEEDED });
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    expect((await askForecast(app(), { apikey: key })).status).toBe(429);
  });

  it('requires a unit of the day for each point of a batch, and consumes nothing if there are too few', async () => {
    const { key } = await createKeyedClient(app(), { rate_limits: { day: 4 } });
    const three = { locations: Array(3).fill(POINT_BODY) };
    expect((await postForecasts(app(), { apikey: key }, three)).status).toBe(200);

    for (const body of [JSON.stringify(BATCH_BODY), '{"locations":[{"lat":91},1]}']) {
      const answer = await postForecasts(app(), { apikey: key }, body);
      expectProblem(answer, 429, 'quota_exceeded', { instance: FORECASTS, ...QUOTA_EXCEEDED });
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      expect(answer.headers.get('ratelimit')).toMatch(/"day";r=1;/);
    }
    expect((await askForecast(app(), { apikey: key })).status).toBe(200);
  });
});
