import { afterAll, beforeAll, expect, it } from '@jest/globals';
import createClient, { type Middleware } from 'openapi-fetch';
import { PASSWORD } from '../support/api-caller.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import type { paths } from '../../openapi/openapi.js';

// The client's types are generated from openapi/openapi.json: what the document leaves out does not compile here.

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

/** A program keeps the session cookie by itself, which a browser would do for it. */
function keepCookies(): Middleware {
  let cookie: string | undefined;
  return {
    onRequest({ request }) {
      if (cookie !== undefined) request.headers.set('cookie', cookie);
      return request;
    },
    onResponse({ response }) {
      cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie;
    },
  };
}

it('makes every call from registering to a revoked key', async () => {
  const api = createClient<paths>({ baseUrl: service.url });
  api.use(keepCookies());

  const account = await api.POST('/v1/accounts', {
    body: { full_name: 'Ada', email: 'ada@example.com', password: PASSWORD, organization: 'Engines' },
  });
  expect(account.data?.role).toBe('admin');
  const taken = await api.POST('/v1/accounts', {
    body: { full_name: 'Ada', email: 'ada@example.com', password: PASSWORD },
  });
  expect(taken.error?.code).toBe('email_taken');

  const signedIn = await api.POST('/v1/sessions', { body: { email: 'ada@example.com', password: PASSWORD } });
  expect(signedIn.data?.account.id).toBe(account.data?.id);
  expect((await api.GET('/v1/sessions/current')).data?.session.id).toBe(signedIn.data?.session.id);
  expect((await api.GET('/v1/accounts/me')).data?.organization).toBe('Engines');

  const client = await api.POST('/v1/clients', {
    body: { name: 'Station', rate_limits: { second: 5, minute: 20 } },
  });
  expect(client.data?.rate_limits).toEqual({ second: 5, minute: 20, hour: 5000, day: 50000 });
  const clientId = client.data!.client_id;
  const clients = await api.GET('/v1/clients', { params: { query: { limit: 1 } } });
  expect(clients.data?.data.map(({ client_id }) => client_id)).toEqual([clientId]);
  const path = { clientId };
  expect((await api.GET('/v1/clients/{clientId}', { params: { path } })).data?.name).toBe('Station');

  const key = await api.POST('/v1/clients/{clientId}/api-keys', {
    params: { path },
    body: {
      name: 'Key',
      scopes: ['forecast:read'],
      expires_at: '2099-01-01T00:00:00Z',
      allowed_ips: ['127.0.0.0/8'],
    },
  });
  expect(key.data?.key).toMatch(/^wx_/);
  const keys = await api.GET('/v1/clients/{clientId}/api-keys', {
    params: { path, query: { status: 'active' } },
  });
  expect(keys.data?.data.map(({ id }) => id)).toEqual([key.data?.id]);

  // The key goes in the query or in the header, which the document says as security schemes.
  const point = { query: { lat: 52.25, lon: 21, source: 'gfs' as const } };
  const inHeader = await api.GET('/v1/weather/forecast', {
    params: point,
    headers: { apikey: key.data!.key },
  });
  expect(inHeader.error?.code).toBe('forecast_unavailable');
  const url = `${service.url}/v1/weather/forecast?lat=52.25&lon=21&source=gfs&apikey=${key.data!.key}`;
  expect((await fetch(url)).status).toBe(503);

  const revoked = await api.DELETE('/v1/clients/{clientId}/api-keys/{keyId}', {
    params: { path: { clientId, keyId: key.data!.id } },
  });
  expect(revoked.response.status).toBe(204);
  const refused = await api.GET('/v1/weather/forecast', {
    params: point,
    headers: { apikey: key.data!.key },
  });
  expect(refused.error?.code).toBe('revoked_api_key');

  expect((await api.DELETE('/v1/clients/{clientId}', { params: { path } })).response.status).toBe(204);
  expect((await api.DELETE('/v1/sessions/current')).response.status).toBe(204);
  expect((await api.GET('/v1/accounts/me')).error?.code).toBe('unauthenticated');
  expect((await api.GET('/health/live')).data?.status).toBe('live');
  expect((await api.GET('/health/ready')).data?.status).toBe('ready');
});
