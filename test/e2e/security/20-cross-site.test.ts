import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RequestPaceService } from '../../../src/core/http/access/pace/request-pace.service.js';
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

/** The rule of the contract: Fetch Metadata decides if present, otherwise `Origin`; programs send neither. */
function mayPass(site: string | undefined, origin: string | undefined): boolean {
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || origin === PUBLIC_URL || origin === OWN_HOST;
}

const COMBINATIONS = SITES.flatMap((site) =>
  ORIGINS.map((origin) => ({ site, origin, passes: mayPass(site, origin) })),
);
/** Enough for most routes, since the rule is one hook's: each header by itself, and each against the other. */
const TELLING = COMBINATIONS.filter(
  ({ site, origin }) =>
    (site === undefined && origin !== '') ||
    (origin === undefined && site !== '') ||
    (site === 'same-origin' && origin === 'https://evil.example') ||
    (site === 'cross-site' && origin === PUBLIC_URL),
);

/** Keyed routes use no cookies, so other sites' pages can't use them. */
const UNSAFE = PROBLEM_ROUTES.filter(
  ({ method, security }) => method !== 'GET' && !security.includes('apiKeyHeader'),
);
/** An accepted request would end the session, so this route is tested separately. */
const REPEATABLE = UNSAFE.filter(({ operationId }) => operationId !== 'deleteCurrentSession').map(
  (route, i, routes) => {
    const isFirst = routes.findIndex(({ method }) => method === route.method) === i;
    return { ...route, combinations: isFirst ? COMBINATIONS : TELLING };
  },
);

const app = useTestApp();
let admin: SignedInCaller;
let member: SignedInCaller;
beforeAll(async () => {
  // One account gets more rejections here than the limit allows.
  jest.spyOn(RequestPaceService.prototype, 'noteAnswer').mockReturnValue();
  admin = await signedInCaller(app());
  member = await signedInCaller(app());
});

/** Uses nonexistent ids and an empty body, so that an accepted request changes nothing. */
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

it('covers every registered route that can change something', () => {
  const unsafe = registeredRoutes(app()).filter(
    ({ method, path }) =>
      !['GET', 'HEAD', 'OPTIONS'].includes(method) &&
      !path.startsWith('/v1/weather/') &&
      !path.startsWith('/open-meteo/') &&
      !path.startsWith('/v4/') &&
      // Rejects every other site's page, even with a key.
      path !== '/mcp' &&
      // Requires credentials that no browser sends automatically, and has its own error format.
      path !== '/v1/oauth/token',
  );
  const names = UNSAFE.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
  expect(names.sort()).toEqual(unsafe.map(({ method, path }) => `${method} ${path}`).sort());
  expect(names.length).toBeGreaterThanOrEqual(15);
});

describe.each(REPEATABLE)('$method $path', (route) => {
  it("rejects other sites' pages", async () => {
    for (const { site, origin } of route.combinations.filter(({ passes }) => !passes)) {
      const answer = await send(admin, route, site, origin);
      expect([site, origin, answer.status]).toEqual([site, origin, 403]);
      expectProblem(answer, 403, 'cross_site_request', { instance: route.examplePath });
    }
  });

  it('accepts programs and its own pages', async () => {
    const { status } = await send(member, route, undefined, undefined);
    for (const { site, origin } of route.combinations.filter(({ passes }) => passes)) {
      const answer = await send(member, route, site, origin);
      expect([site, origin, answer.status]).toEqual([site, origin, status]);
      expect(JSON.stringify([answer.body])).not.toContain('cross_site_request');
    }
  });
});

describe('DELETE /v1/sessions/current', () => {
  const route = UNSAFE.find(({ operationId }) => operationId === 'deleteCurrentSession')!;

  it("rejects other sites' pages, and keeps the session", async () => {
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

it('rejects before anything changes: a client that could have been deleted is still there', async () => {
  const instance = `/v1/clients/${await createClient(admin)}`;

  const answer = await admin.delete(instance, { 'sec-fetch-site': 'cross-site' });

  expectProblem(answer, 403, 'cross_site_request', { instance });
  expect((await admin.get(instance)).status).toBe(200);
});
