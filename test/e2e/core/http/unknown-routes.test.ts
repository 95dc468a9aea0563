import { beforeAll, describe, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();

describe('400', () => {
  it.each(['/v1/clients/%', '/v1/clients/%zz', '/v1/clients/%C0%80', `/v1/clients/${'x'.repeat(500)}`])(
    "rejects %s, which isn't a valid path",
    async (path) => {
      const { cookie } = await signedInCaller(app());

      const answer = await sendRaw(app().url, { path, headers: { cookie } });

      expectProblem(answer, 400, 'invalid_parameter', { instance: path, parameters: ['path'] });
    },
  );
});

describe('404', () => {
  let caller: SignedInCaller;
  beforeAll(async () => {
    caller = await signedInCaller(app());
  });

  it.each([
    '/v1',
    '/v2/accounts/me',
    '/v1/nothing',
    '/V1/accounts/me',
    '/v1/Accounts/me',
    '/v1/accounts/me/more',
    '/v1/clients/cli_01ARZ3NDEKTSV4RRFFQ69G5FAV/nothing',
    '//v1/accounts/me',
    '/v1//accounts/me',
    '/v1/accounts%2Fme',
    '/v1/weather/fields%00',
    '/v1/accounts/../../etc/passwd',
    '/assets/package.json',
    '/assets/../../package.json',
    '/assets/..%2Fweb%2Findex.html',
    '/assets/%2e%2e/package.json',
    '/.env',
    '/%3Cscript%3E',
  ])('responds with 404 to %s, signed in or not', async (path) => {
    for (const cookie of ['', caller.cookie!]) {
      const answer = await sendRaw(app().url, { path, headers: { cookie } });
      expectProblem(answer, 404, 'not_found', { instance: path });
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    'responds to %s as to GET, whatever the body and the query',
    async (method) => {
      const answer = await sendRaw(app().url, {
        method,
        path: '/v1/nothing?unknown=1',
        headers: { 'content-type': 'application/json' },
        body: '{',
      });

      expectProblem(answer, 404, 'not_found', { instance: '/v1/nothing' });
    },
  );

  it("doesn't parse a body, however large", async () => {
    const answer = await sendRaw(app().url, {
      method: 'POST',
      path: '/v1/nothing',
      headers: { 'content-type': 'application/json' },
      body: `"${'x'.repeat(100_000)}"`,
    });

    expectProblem(answer, 404, 'not_found', { instance: '/v1/nothing' });
  });

  it('responds to HEAD without a body', async () => {
    const answer = await sendRaw(app().url, { method: 'HEAD', path: '/v1/nothing' });

    expect(answer.status).toBe(404);
    expect(answer.body).toBe('');
  });

  it('ignores a trailing slash on a known path', async () => {
    expect((await caller.get('/v1/accounts/me/')).status).toBe(200);
  });
});

describe('405', () => {
  const CLIENT = '/v1/clients/cli_01ARZ3NDEKTSV4RRFFQ69G5FAV';

  /** Methods that each path must allow at least, and one that it must not. */
  const ROUTES: [path: string, allowed: string[], refused: string][] = [
    ['/v1/accounts', ['POST'], 'PUT'],
    ['/v1/accounts/me', ['GET', 'HEAD'], 'POST'],
    ['/v1/sessions', ['POST'], 'PATCH'],
    ['/v1/sessions/current', ['GET', 'HEAD', 'DELETE'], 'PUT'],
    ['/v1/clients', ['GET', 'HEAD', 'POST'], 'DELETE'],
    [CLIENT, ['GET', 'HEAD', 'DELETE'], 'POST'],
    [`${CLIENT}/api-keys`, ['GET', 'HEAD', 'POST'], 'PUT'],
    [`${CLIENT}/api-keys/key_01ARZ3NDEKTSV4RRFFQ69G5FAV`, ['DELETE'], 'PUT'],
    ['/v1/weather/forecast', ['GET', 'HEAD'], 'DELETE'],
    ['/health/live', ['GET', 'HEAD'], 'POST'],
    ['/health/ready', ['GET', 'HEAD'], 'POST'],
    ['/docs', ['GET', 'HEAD'], 'POST'],
    ['/docs/errors', ['GET', 'HEAD'], 'POST'],
    ['/openapi.json', ['GET', 'HEAD'], 'POST'],
    ['/', ['GET', 'HEAD'], 'POST'],
  ];

  it.each(ROUTES)('lists the allowed methods of %s', async (path, allowed, refused) => {
    const answer = await sendRaw(app().url, { method: refused, path: `${path}?unknown=1` });

    expectProblem(answer, 405, 'method_not_allowed', { instance: path });
    const methods = answer.headers.get('allow')!.split(', ');
    expect(methods).toEqual(expect.arrayContaining(allowed));
    expect(methods).not.toContain(refused);
  });

  it.each(['OPTIONS', 'TRACE', 'PROPFIND'])('rejects %s on a management route', async (method) => {
    const answer = await sendRaw(app().url, {
      method,
      path: '/v1/clients',
      headers: { origin: 'https://evil.example' },
    });

    expectProblem(answer, 405, 'method_not_allowed', { instance: '/v1/clients' });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it("doesn't parse the body", async () => {
    const answer = await sendRaw(app().url, {
      method: 'PUT',
      path: '/v1/clients',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });

    expectProblem(answer, 405, 'method_not_allowed', { instance: '/v1/clients' });
  });
});
