import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RequestPaceService } from '../../../src/http/access/pace/request-pace.service.js';
import { type Answer, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { PROBLEM_ROUTES, type DocumentedRoute } from '../../support/documented-routes.js';
import { expectProblem, PUBLIC_URL } from '../../support/problems.js';
import { sendRaw } from '../../support/raw-request.js';
import { registeredRoutes } from '../../support/registered-routes.js';
import { useTestApp } from '../../support/test-app.js';

const OWN_HOST = 'own host';
const OTHER_PORT = 'http://127.0.0.1:1';
const SITES = [undefined, 'same-origin', 'none', 'same-site', 'cross-site', 'Same-Origin', ''];
const ORIGINS = [
  undefined,
  PUBLIC_URL,
  OWN_HOST,
  OTHER_PORT,
  'https://evil.example',
  `${PUBLIC_URL}.evil.example`,
  'http://localhost:3001',
  'null',
  '',
];

/** The contract's rule: Fetch Metadata decides where it is present, else `Origin` does, and programs send neither. */
function mayPass(site: string | undefined, origin: string | undefined): boolean {
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || origin === PUBLIC_URL || origin === OWN_HOST;
}

const COMBINATIONS = SITES.flatMap((site) =>
  ORIGINS.map((origin) => ({ site, origin, passes: mayPass(site, origin) })),
);

/** Their key is no cookie, so that no other site's page can use it unasked. */
const UNSAFE = PROBLEM_ROUTES.filter(
  ({ method, security }) => method !== 'GET' && !security.includes('apiKeyHeader'),
);
/** What passes would end the session; it is asked below. */
const REPEATABLE = UNSAFE.filter(({ operationId }) => operationId !== 'deleteCurrentSession');

const app = useTestApp();
let admin: SignedInCaller;
let member: SignedInCaller;
beforeAll(async () => {
  // One account makes more refused requests here than it may.
  jest.spyOn(RequestPaceService.prototype, 'noteAnswer').mockReturnValue();
  admin = await signedInCaller(app());
  member = await signedInCaller(app());
});

/** Asks with ids that name nothing, and with an empty body, so that what passes changes nothing. */
function send(
  caller: SignedInCaller,
  { method, examplePath, body }: DocumentedRoute,
  site: string | undefined,
  origin: string | undefined,
): Promise<Answer> {
  return sendRaw(app().url, {
    method,
    path: examplePath,
    body: body && '{}',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      cookie: caller.cookie,
      ...(site !== undefined && { 'sec-fetch-site': site }),
      ...(origin !== undefined && { origin: origin === OWN_HOST ? app().url : origin }),
    },
  });
}

it('covers every route that the router knows and that changes anything', () => {
  const unsafe = registeredRoutes(app()).filter(
    ({ method, path }) =>
      !['GET', 'HEAD', 'OPTIONS'].includes(method) &&
      !path.startsWith('/v1/weather/') &&
      !path.startsWith('/open-meteo/') &&
      !path.startsWith('/v4/') &&
      // It refuses every other site's page, with a key as well.
      path !== '/mcp' &&
      // It asks for credentials that no browser sends by itself, and says so in its own words.
      path !== '/v1/oauth/token',
  );
  const names = UNSAFE.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
  expect(names.sort()).toEqual(unsafe.map(({ method, path }) => `${method} ${path}`).sort());
  expect(names.length).toBeGreaterThanOrEqual(15);
});

describe.each(REPEATABLE)('$method $path', (route) => {
  it('refuses the pages of other sites', async () => {
    for (const { site, origin } of COMBINATIONS.filter(({ passes }) => !passes)) {
      const answer = await send(admin, route, site, origin);
      expect([site, origin, answer.status]).toEqual([site, origin, 403]);
      expectProblem(answer, 403, 'cross_site_request', { instance: route.examplePath });
    }
  });

  it('lets programs and its own pages pass', async () => {
    const { status } = await send(member, route, undefined, undefined);
    for (const { site, origin } of COMBINATIONS.filter(({ passes }) => passes)) {
      const answer = await send(member, route, site, origin);
      expect([site, origin, answer.status]).toEqual([site, origin, status]);
      expect(JSON.stringify([answer.body])).not.toContain('cross_site_request');
    }
  });
});

describe('DELETE /v1/sessions/current', () => {
  const route = UNSAFE.find(({ operationId }) => operationId === 'deleteCurrentSession')!;

  it('refuses the pages of other sites, and leaves the session', async () => {
    for (const { site, origin } of COMBINATIONS.filter(({ passes }) => !passes)) {
      expect([site, origin, (await send(admin, route, site, origin)).status]).toEqual([site, origin, 403]);
    }
    expect((await admin.get('/v1/sessions/current')).status).toBe(200);
  });

  it.each([
    ['same-origin', 'null'],
    [undefined, PUBLIC_URL],
  ])('lets its own pages sign out (Sec-Fetch-Site %s, Origin %s)', async (site, origin) => {
    const caller = await signedInCaller(app());

    expect((await send(caller, route, site, origin)).status).toBe(204);
  });
});

it('refuses before anything changes: a client that could be deleted is there afterwards', async () => {
  const instance = `/v1/clients/${await createClient(admin)}`;

  const answer = await admin.delete(instance, { 'sec-fetch-site': 'cross-site' });

  expectProblem(answer, 403, 'cross_site_request', { instance });
  expect((await admin.get(instance)).status).toBe(200);
});
