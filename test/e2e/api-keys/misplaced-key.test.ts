import { beforeAll, describe, expect, it } from '@jest/globals';
import { createKeyedClient, FORECAST, POINT } from '../../support/forecast-caller.js';
import { PLACE } from '../apis/open-meteo/ask-open-meteo.js';
import { sendRaw } from '../../support/raw-request.js';
import { useTestApp } from '../../support/test-app.js';
import { basic } from '../../support/usage-caller.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=100' });
let key: string;
let clientId: string;
beforeAll(async () => {
  ({ key, clientId } = await createKeyedClient(app()));
});

const AUTHORIZATION = 'the header "Authorization"';
const advice = (place: string) =>
  `Send the API key in the header "apikey" of a weather route, not in ${place}.`;

describe.each([
  [`${FORECAST}?${POINT}`, 'a weather route'],
  ['/v1/clients', 'a management route'],
  ['/v1/accounts/me', 'a route for people'],
])('a 401 at %s (%s)', (path) => {
  const ask = (headers: Record<string, string>, query = '') =>
    sendRaw(app().url, { path: `${path}${path.includes('?') ? '&' : '?'}${query}`, headers });

  it.each([
    ['X-API-Key', () => ({ 'x-api-key': key }), 'the header "X-API-Key"'],
    ['Api-Key', () => ({ 'api-key': key }), 'the header "Api-Key"'],
    ['a bearer token', () => ({ authorization: `Bearer ${key}` }), AUTHORIZATION],
    ['another scheme', () => ({ authorization: `ApiKey ${key}` }), AUTHORIZATION],
    ['Authorization without a scheme', () => ({ authorization: key }), AUTHORIZATION],
    ['a password', () => basic(clientId, key), AUTHORIZATION],
    ['a user', () => basic(key, ''), AUTHORIZATION],
  ])('says where the key belongs that it has as %s', async (_, headers, place) => {
    const { status, body } = await ask(headers());
    expect([status, body.detail]).toEqual([401, advice(place)]);
    expect(JSON.stringify(body)).not.toContain(key);
  });

  it('says the same of other query parameters', async () => {
    for (const name of ['api_key', 'key', 'appid']) {
      const { status, body } = await ask({}, `${name}=${key}`);
      expect([status, body.detail]).toEqual([401, advice(`the query parameter "${name}"`)]);
    }
  });

  it('says nothing of the kind about anything else', async () => {
    const others: Record<string, string>[] = [
      {},
      { authorization: 'Bearer x' },
      { 'x-api-key': 'x' },
      { apikey: `${key}x`, 'x-api-key': key },
    ];
    for (const headers of others)
      expect((await ask(headers)).body.detail).not.toContain('Send the API key in');
  });
});

it("is in other services' form, too", async () => {
  const headers = { authorization: `Bearer ${key}` };
  const openMeteo = await sendRaw(app().url, { path: `/open-meteo/v1/forecast?${PLACE}`, headers });
  expect([openMeteo.status, openMeteo.body]).toEqual([401, { error: true, reason: advice(AUTHORIZATION) }]);
  const mcp = await sendRaw<{ error: { message: string } }>(app().url, {
    method: 'POST',
    path: '/mcp',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  expect([mcp.status, mcp.body.error.message]).toEqual([401, advice(AUTHORIZATION)]);
});
