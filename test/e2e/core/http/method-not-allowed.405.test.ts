import { expect, it } from '@jest/globals';
import { expectProblem } from '../../../support/problems.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();
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
