import { afterAll, beforeAll, expect, it } from '@jest/globals';
import createClient from 'openapi-fetch';
import { PASSWORD } from '../support/api-caller.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import type { paths } from '../../openapi/openapi.js';
import { ENDING_OPERATIONS, expectDocumented, OPERATIONS } from './api-document.js';
import { cookieKeepingFetch } from './cookie-keeping-fetch.js';
import { type CallInput, makeEveryCall } from './every-call.js';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({ DEFAULT_RATE_LIMITS: undefined });
});
afterAll(() => service.close());

it('makes every documented call, and gets only documented responses', async () => {
  const api = createClient<paths>({ baseUrl: service.url, fetch: cookieKeepingFetch() });
  const called = new Set<string>();

  await makeEveryCall(async (operationId, { path, query, body, headers }: CallInput = {}) => {
    called.add(operationId);
    const { method, path: template } = OPERATIONS.get(operationId)!;
    // The generated types don't know operations by ID. The test below makes the type-checked calls.
    const request = api.request as unknown as (
      method: string,
      path: string,
      options: object,
    ) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
    const { data, error, response } = await request(method, template, {
      params: { path, query },
      body,
      headers,
      // The only response that isn't JSON.
      parseAs: operationId === 'getMetrics' ? 'text' : 'json',
      // openapi-fetch does this by default, but its `instanceof Function` check on the headers fails in Jest's realm.
      ...(headers?.['content-type'] && {
        bodySerializer: (form: Record<string, string>) => new URLSearchParams(form),
      }),
      querySerializer: { array: { style: 'form', explode: false } },
    });
    expectDocumented(operationId, response);
    return { status: response.status, data: data ?? error };
  });

  expect([...called].sort()).toEqual(ENDING_OPERATIONS);
});

// The client's types are generated from openapi/openapi.json: anything missing in the document fails to compile here.
it('makes typed calls, from signing in to using a revoked key', async () => {
  const api = createClient<paths>({ baseUrl: service.url, fetch: cookieKeepingFetch() });
  const account = await api.POST('/v1/accounts', {
    body: { full_name: 'Ada', email: 'typed@example.com', password: PASSWORD, organization: 'Engines' },
  });
  expect(account.data?.organization).toBe('Engines');
  const taken = await api.POST('/v1/accounts', {
    body: { full_name: 'Ada', email: 'typed@example.com', password: PASSWORD },
  });
  expect(taken.error?.code).toBe('email_taken');
  const signedIn = await api.POST('/v1/sessions', {
    body: { email: 'typed@example.com', password: PASSWORD },
  });
  expect(signedIn.data).toMatchObject({ account: { id: account.data?.id } });

  const client = await api.POST('/v1/clients', {
    body: { name: 'Station', rate_limits: { second: 5, minute: 20 } },
  });
  expect(client.data?.rate_limits).toEqual({ second: 5, minute: 20, hour: 5000, day: 50000 });
  const clientId = client.data!.client_id;
  const key = await api.POST('/v1/clients/{clientId}/api-keys', {
    params: { path: { clientId } },
    body: { name: 'Key', scopes: ['forecast:read'], expires_at: '2099-01-01T00:00:00Z' },
  });
  expect(key.data?.key).toMatch(/^wx_/);

  // The document describes the key, in the query or in a header, as security schemes instead of parameters.
  const point = { query: { lat: 52.25, lon: 21, source: 'gfs' as const } };
  const headers = { apikey: key.data!.key };
  const inHeader = await api.GET('/v1/weather/forecast', { params: point, headers });
  expect(inHeader.error?.code).toBe('forecast_unavailable');
  expectDocumented('getForecast', inHeader.response);
  const url = `${service.url}/v1/weather/forecast?lat=52.25&lon=21&source=gfs&apikey=${key.data!.key}`;
  expect((await fetch(url)).status).toBe(503);

  const revoked = await api.DELETE('/v1/clients/{clientId}/api-keys/{keyId}', {
    params: { path: { clientId, keyId: key.data!.id } },
  });
  expect(revoked.response.status).toBe(204);
  const refused = await api.GET('/v1/weather/forecast', { params: point, headers });
  expect(refused.error?.code).toBe('revoked_api_key');
  expectDocumented('getForecast', refused.response);
});
