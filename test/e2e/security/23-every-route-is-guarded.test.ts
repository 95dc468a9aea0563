import { beforeAll, describe, expect, it } from '@jest/globals';
import { GUIDE_NAMES } from '../../../src/docs/guides.js';
import { OWN_FEATURE_SET } from '../../../src/boot/features/features.js';
import { signedInCaller } from '../../support/api-caller.js';
import { createKeyedClient } from '../../support/forecast-caller.js';
import { sendRaw } from '../../support/raw-request.js';
import { examplePath, registeredRoutes, type RegisteredRoute } from '../../support/registered-routes.js';
import { useTestApp } from '../../support/test-app.js';

/** Every route that is open to everyone must be listed here as well. */
const PUBLIC = new Set([
  'POST /v1/accounts',
  'POST /v1/sessions',
  'POST /v1/sessions/link',
  'GET /v1/sessions/methods',
  'GET /v1/sessions/oidc/:provider',
  'GET /v1/sessions/oidc/:provider/callback',
  'POST /v1/password-resets',
  'POST /v1/password-resets/complete',
  'POST /v1/email-verifications',
  // Requires the token in the body, which a correct password yields.
  'POST /v1/sessions/factor',
  'POST /v1/sessions/factor/options',
  'POST /v1/sessions/sso',
  'POST /v1/sessions/passkey',
  'POST /v1/sessions/passkey/options',
  'POST /v1/oauth/token',
  'GET /.well-known/oauth-authorization-server',
  'GET /.well-known/oauth-protected-resource/mcp',
  ...OWN_FEATURE_SET.pages.map(({ path }) => `GET ${path}`),
  'GET /assets/*',
  'GET /docs/methods',
  'GET /docs/scale',
  ...GUIDE_NAMES.map((name) => `GET /docs/${name}`),
  'GET /v1/scopes',
  'GET /v1/weather/runs',
  'GET /v1/weather/fields',
  'GET /v1/weather/codes',
  'GET /docs/page.css',
  'GET /openapi.json',
  'GET /openapi.yaml',
  'GET /health/live',
  'GET /health/ready',
  // Open to this machine, as in this test.
  'GET /metrics',
]);
const KEYED = new Set([
  'GET /v1/weather/forecast',
  'POST /v1/weather/forecast',
  'POST /v1/weather/forecasts',
  'GET /v1/weather/meteogram.svg',
  'GET /v1/weather/meteogram.png',
  'POST /v1/weather/jobs',
  'GET /v1/weather/jobs/:jobId',
  'DELETE /v1/weather/jobs/:jobId',
  'GET /v1/weather/jobs/:jobId/result',
  'GET /v1/weather/accuracy',
  'GET /v1/weather/current',
  'GET /v1/weather/stations',
  'GET /v1/weather/stations/:stationId',
  'GET /v1/weather/stations/:stationId/observations',
  'GET /v1/places',
  'GET /v1/places/nearest',
  'GET /v1/events',
  'GET /open-meteo/v1/forecast',
  'POST /open-meteo/v1/forecast',
  'GET /v4/weather/forecast',
  'GET /v4/weather/realtime',
  'GET /v4/timelines',
  'POST /v4/timelines',
  'POST /mcp',
]);

/** Open to sessions and to keys. */
const FOR_MEMBERS = new Map([
  ['GET /v1/weather/accuracy', 200],
  // Without the query.
  ['GET /v1/places', 400],
  ['GET /v1/places/nearest', 400],
]);

const app = useTestApp();
let routes: (RegisteredRoute & { name: string })[];
beforeAll(() => {
  routes = registeredRoutes(app()).map((route) => ({
    ...route,
    name: `${route.method === 'HEAD' ? 'GET' : route.method} ${route.path}`,
  }));
});

const call = (route: RegisteredRoute, headers: Record<string, string> = {}) =>
  sendRaw<{ code?: string | number; error?: unknown }>(app().url, {
    method: route.method,
    path: examplePath(route),
    headers,
  });

describe('the list of routes', () => {
  it('contains the known ones', () => {
    const names = routes.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...PUBLIC, ...KEYED]));
    expect(names).toContain('DELETE /v1/clients/:clientId/api-keys/:keyId');
    expect(names.length).toBeGreaterThanOrEqual(35);
  });
});

it("requires a session or a key on every route that isn't public", async () => {
  const guarded = routes.filter(({ name }) => !PUBLIC.has(name));
  const answers = await Promise.all(guarded.map((route) => call(route)));

  answers.forEach(({ status, headers, body }, index) => {
    const { name, method } = guarded[index];
    const isKeyed = KEYED.has(name);
    expect([name, status]).toEqual([name, 401]);
    const challenge = name.endsWith(' /mcp')
      ? /^Bearer .*resource_metadata/
      : isKeyed
        ? /^ApiKey /
        : /^Session$/;
    expect(headers.get('www-authenticate')).toMatch(challenge);
    if (method === 'HEAD') return;
    if (/ \/(open-meteo|mcp)/.test(name)) expect(body.error).toBeTruthy();
    else if (name.includes(' /v4/')) expect(body.code).toBe(401_001);
    else expect(body.code).toBe(isKeyed ? 'missing_api_key' : 'unauthenticated');
  });
});

it('opens no management route to an API key, and no keyed route to a session', async () => {
  const { key } = await createKeyedClient(app());
  const { cookie } = await signedInCaller(app());

  for (const route of routes.filter(({ name }) => !PUBLIC.has(name))) {
    const { status } = await call(route, KEYED.has(route.name) ? { cookie: cookie! } : { apikey: key });
    expect([route.name, status]).toEqual([route.name, FOR_MEMBERS.get(route.name) ?? 401]);
  }
});

it("doesn't require authentication on public routes", async () => {
  for (const route of routes.filter(({ name }) => PUBLIC.has(name))) {
    const { status } = await call(route);
    // Routes with a body get none here, and there is no identity provider.
    const takesBody = route.method === 'POST' && route.path !== '/v1/sessions/passkey/options';
    const expected = route.path.includes(':provider') ? 404 : takesBody ? 400 : 200;
    expect([route.name, status]).toEqual([route.name, expected]);
  }
});

it('changes nothing on GET and HEAD', async () => {
  const { key, owner } = await createKeyedClient(app());
  const dump = () =>
    app().runSql(
      `select (select jsonb_agg(a) from accounts a) as accounts, (select jsonb_agg(c) from clients c) as clients,
       (select jsonb_agg(s) from sessions s) as sessions,
       (select jsonb_agg(to_jsonb(k) - 'last_used_at') from api_keys k) as keys`,
    );
  const before = await dump();

  // A stream of events never ends.
  const ending = routes.filter(({ name, method }) => method === 'HEAD' || name !== 'GET /v1/events');
  for (const route of ending.filter(({ method }) => method === 'GET' || method === 'HEAD'))
    await call(route, { apikey: key, cookie: owner.cookie! });

  expect(await dump()).toEqual(before);
});
