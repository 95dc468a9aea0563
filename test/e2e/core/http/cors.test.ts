import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createKeyedClient, FORECAST, POINT } from '../../../support/forecast-caller.js';
import { DOCUMENTED_ROUTES } from '../../../support/documented-routes.js';
import { sendRaw } from '../../../support/raw-request.js';
import { startTestApp, type TestApp, useTestApp } from '../../../support/test-app.js';

const ORIGIN = 'https://example.com';
const EXPOSED = ['RateLimit-Policy', 'RateLimit', 'Retry-After', 'ETag', 'Location', 'X-Request-Id'];

/** What pages of other sites may call, and the request headers that they may set there besides the common ones. */
const OPEN_PATHS: [RegExp, string[]][] = [
  [/^\/v1\/weather\//, []],
  [/^\/v1\/places(\/|$)/, []],
  [/^\/v1\/events$/, ['last-event-id']],
  [/^\/open-meteo\//, []],
  [/^\/v4\//, []],
  [/^\/mcp$/, ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'last-event-id']],
  [/^\/\.well-known\//, ['mcp-protocol-version']],
];
const READ = [
  'apikey',
  'authorization',
  'content-type',
  'if-none-match',
  'if-modified-since',
  'x-request-id',
];

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=2' });

const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  sendRaw(app().url, { method, path, headers: { origin: ORIGIN, ...headers } });
const preflight = (path: string, method = 'GET') =>
  send('OPTIONS', path, {
    'access-control-request-method': method,
    'access-control-request-headers': 'apikey',
  });
const corsOf = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('pages of other sites', () => {
  it.each([
    ['a forecast', 200, `${FORECAST}?${POINT}`, true],
    ['a faulty request', 400, `${FORECAST}?lat=x`, true],
    ['a missing key', 401, FORECAST, false],
    ['an unknown path', 404, '/v1/weather/nothing', false],
    ['a path that is no URL', 400, '/v1/weather/%zz', false],
    ['a public list', 200, '/v1/weather/fields', false],
  ])('may read %s', async (_, status, path, isKeyed) => {
    const { key } = await createKeyedClient(app());

    const answer = await send('GET', path, isKeyed ? { apikey: key } : {});

    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-expose-headers')!.split(', ')).toEqual(EXPOSED);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('may read that a quota is exceeded', async () => {
    const { key } = await createKeyedClient(app(), { rate_limits: { day: 1 } });
    await send('GET', `${FORECAST}?${POINT}`, { apikey: key });

    const { status, headers } = await send('GET', `${FORECAST}?${POINT}`, { apikey: key });

    expect([status, headers.get('access-control-allow-origin')]).toEqual([429, '*']);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('may send the key in a header, with every method of the path', async () => {
    const { status, headers } = await preflight(FORECAST, 'POST');

    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST');
    expect(headers.get('access-control-allow-headers')!.split(', ')).toEqual(READ);
    expect(headers.get('access-control-max-age')).toBe('7200');
    expect(headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
  });

  it('get preflight responses without a key or any quota', async () => {
    const { key } = await createKeyedClient(app(), { rate_limits: { day: 1 } });

    for (let number = 0; number < 3; number += 1) {
      const { status, headers } = await send('OPTIONS', `${FORECAST}?apikey=${key}`);
      expect([status, headers.get('ratelimit')]).toEqual([204, null]);
    }

    const { status, headers } = await send('GET', `${FORECAST}?${POINT}`, { apikey: key });
    expect([status, headers.get('ratelimit')!.slice(0, 10)]).toEqual([200, '"day";r=0;']);
  });

  it.each(['/v1/accounts/me', '/v1/clients', '/v1/sessions', '/health/live', '/openapi.json'])(
    'may not read %s',
    async (path) => {
      expect(corsOf((await send('GET', path)).headers)).toEqual([]);
      const asked = await preflight(path);
      expect([asked.status, corsOf(asked.headers)]).toEqual([405, []]);
    },
  );

  it('learn nothing about an unknown path', async () => {
    expect((await preflight('/v1/weather/nothing')).status).toBe(404);
  });
});

/** Whether a browser lets a page of this origin send the request, after its preflight. */
async function maySend(
  url: string,
  origin: string,
  method: string,
  path: string,
  headers: readonly string[],
) {
  const { status, headers: answered } = await sendRaw(url, {
    method: 'OPTIONS',
    path,
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': headers.join(),
    },
  });
  const listOf = (name: string) => (answered.get(`access-control-allow-${name}`) ?? '').split(', ');
  const [allowed] = listOf('origin');
  return (
    status === 204 &&
    [origin, '*'].includes(allowed) &&
    listOf('methods').includes(method) &&
    headers.every((name) => listOf('headers').includes(name))
  );
}

describe('every documented route', () => {
  let listed: TestApp;
  beforeAll(async () => {
    listed = await startTestApp({ CORS_ORIGINS: ORIGIN });
  });
  afterAll(() => listed.close());

  it.each(DOCUMENTED_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s allows pages of listed sites what it should, and others nothing',
    async (_, { method, path, examplePath }) => {
      const [, more] = OPEN_PATHS.find(([pattern]) => pattern.test(path)) ?? [];
      const may = (url: string, origin: string, headers = [...READ, ...(more ?? [])]) =>
        maySend(url, origin, method, examplePath, headers);
      expect(await may(listed.url, ORIGIN)).toBe(more !== undefined);
      expect(await may(listed.url, ORIGIN, [...READ, 'x-unknown'])).toBe(false);
      expect(await may(listed.url, 'https://other.example')).toBe(false);
      // Without a list any site may, but not use the MCP server, which a page could reach by DNS rebinding.
      expect(await may(app().url, ORIGIN)).toBe(more !== undefined && path !== '/mcp');
    },
  );

  it('tells pages of listed sites why the MCP server refuses a request', async () => {
    const post = (origin: string) =>
      sendRaw(listed.url, {
        method: 'POST',
        path: '/mcp',
        headers: { origin, 'content-type': 'application/json' },
      });
    const { status, headers } = await post(ORIGIN);
    expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([
      401,
      ORIGIN,
      expect.stringContaining('Origin'),
    ]);
    expect(headers.get('access-control-expose-headers')!.split(', ')).toEqual([
      ...EXPOSED,
      'WWW-Authenticate',
    ]);
    expect((await post('https://other.example')).headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('with CORS_ORIGINS', () => {
  it('allows only pages of the named sites', async () => {
    const narrowed = await startTestApp({ CORS_ORIGINS: `https://other.example, ${ORIGIN}` });
    try {
      const ask = async (origin?: string, method = 'GET') => {
        const headers = origin === undefined ? {} : { origin };
        return (await sendRaw(narrowed.url, { method, path: '/v1/weather/fields', headers })).headers;
      };

      expect((await ask(ORIGIN)).get('access-control-allow-origin')).toBe(ORIGIN);
      expect((await ask('https://other.example')).get('access-control-allow-origin')).toBe(
        'https://other.example',
      );
      for (const origin of [undefined, 'https://example.com.evil.example', 'http://example.com', 'null']) {
        expect((await ask(origin)).get('access-control-allow-origin')).toBeNull();
        expect((await ask(origin, 'OPTIONS')).get('access-control-allow-origin')).toBeNull();
      }
      expect((await ask(ORIGIN)).get('vary')).toBe('Origin, Accept-Encoding');
      expect((await ask()).get('vary')).toBe('Origin, Accept-Encoding');
      const { key } = await createKeyedClient(narrowed);
      const forecast = await sendRaw(narrowed.url, {
        path: `${FORECAST}?${POINT}`,
        headers: { apikey: key },
      });
      expect(forecast.headers.get('vary')).toBe('Accept-Encoding, apikey, Origin');
    } finally {
      await narrowed.close();
    }
  });
});
