import { beforeAll, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();
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
  '/docs/assets/package.json',
  '/docs/assets/../../package.json',
  '/docs/assets/..%2Fswagger-ui-dist%2Fpackage.json',
  '/docs/assets/%2e%2e/package.json',
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
