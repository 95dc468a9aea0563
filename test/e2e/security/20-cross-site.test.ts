import { beforeAll, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { sendRaw } from '../../support/raw-request.js';
import { examplePath, registeredRoutes, type RegisteredRoute } from '../../support/registered-routes.js';
import { useTestApp } from '../../support/test-app.js';

/** Their key is no cookie, so that no other site's page can use it unasked. */
const KEYED = '/v1/weather/';

const app = useTestApp();
let caller: SignedInCaller;
let unsafe: RegisteredRoute[];
beforeAll(async () => {
  caller = await signedInCaller(app());
  unsafe = registeredRoutes(app()).filter(
    ({ method, path }) => !['GET', 'HEAD', 'OPTIONS'].includes(method) && !path.startsWith(KEYED),
  );
});

it.each([
  ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
  ['another Origin', { origin: 'https://evil.example' }],
  ['the Origin null', { origin: 'null' }],
])('refuses every unsafe method with %s', async (_, headers) => {
  expect(unsafe.length).toBeGreaterThanOrEqual(15);
  for (const route of unsafe) {
    const path = examplePath(route).replace(':accountId', caller.accountId);
    const { status, body } = await sendRaw<{ code: string }>(app().url, {
      method: route.method,
      path,
      headers: { ...headers, cookie: caller.cookie, 'content-type': 'application/json' },
      body: '{}',
    });
    expect([route.method, route.path, status, body.code]).toEqual([
      route.method,
      route.path,
      403,
      'cross_site_request',
    ]);
  }
});

it('has refused so before anything changed', async () => {
  expect((await caller.get('/v1/accounts/me')).status).toBe(200);
});
