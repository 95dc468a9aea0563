import { expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('returns the account as registration did', async () => {
  const caller = new ApiCaller(app().url);
  const registration = {
    full_name: 'Ada',
    email: 'ada@example.com',
    password: PASSWORD,
    organization: 'Engines',
  };
  const registered = await caller.post('/v1/accounts', registration);
  await caller.post('/v1/sessions', { email: 'ada@example.com', password: PASSWORD });

  const { status, headers, body } = await caller.get('/v1/accounts/me');

  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(body).toEqual(registered.body);
  expect(headers.getSetCookie()).toEqual([]);
});

it('returns each of two accounts its own data', async () => {
  const callers = [await signedInCaller(app()), await signedInCaller(app())];

  const answers = await Promise.all([...callers, ...callers].map((caller) => caller.get('/v1/accounts/me')));

  const ids = callers.map(({ accountId }) => accountId);
  expect(answers.map(({ body }) => body.id)).toEqual([...ids, ...ids]);
});

it('allows cross-site requests, since reading changes nothing, but sends no CORS headers', async () => {
  const caller = await signedInCaller(app());

  const { status, headers } = await caller.get('/v1/accounts/me', {
    'sec-fetch-site': 'cross-site',
    origin: 'https://evil.example',
  });

  expect(status).toBe(200);
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

it('responds to HEAD with the same headers and no body', async () => {
  const caller = await signedInCaller(app());

  const { status, headers, body } = await caller.call<string>('HEAD', '/v1/accounts/me');

  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(body).toBe('');
});
