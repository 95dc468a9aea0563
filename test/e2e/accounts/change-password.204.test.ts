import { expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const NEW = 'another quiet morning';
const change = (caller: ApiCaller, current_password: string, new_password: string) =>
  caller.call('PUT', '/v1/accounts/me/password', { body: { current_password, new_password } });
const signIn = async (email: string, password: string) => {
  const caller = new ApiCaller(app().url);
  return { caller, status: (await caller.post('/v1/sessions', { email, password })).status };
};

it('ends the other sessions, keeps this one, and lets only the new password sign in', async () => {
  const caller = await signedInCaller(app());
  const { caller: other } = await signIn(caller.email, PASSWORD);

  const { status, body } = await change(caller, PASSWORD, NEW);

  expect([status, body]).toEqual([204, '']);
  expect((await caller.get('/v1/accounts/me')).status).toBe(200);
  expect((await other.get('/v1/accounts/me')).status).toBe(401);
  expect((await signIn(caller.email, PASSWORD)).status).toBe(401);
  expect((await signIn(caller.email, NEW)).status).toBe(201);
});

it('makes a link that was given out earlier useless', async () => {
  const admin = await signedInCaller(app());
  await app().runSql(`update accounts set role = 'admin' where id = ?`, [admin.accountId]);
  const caller = await signedInCaller(app());
  const { body } = await admin.post<{ url: string }>(`/v1/accounts/${caller.accountId}/password-reset`);
  await change(caller, PASSWORD, NEW);

  const token = body.url.split('#token=')[1];
  const { status } = await caller.post('/v1/password-resets', {
    token,
    new_password: 'a third quiet morning',
  });

  expect(status).toBe(400);
});

it('has one outcome when two sessions do it at once', async () => {
  const caller = await signedInCaller(app());
  const { caller: other } = await signIn(caller.email, PASSWORD);

  const answers = await Promise.all([change(caller, PASSWORD, NEW), change(other, PASSWORD, `${NEW} too`)]);

  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  for (const status of statuses) expect([204, 401, 409]).toContain(status);
  const winner = statuses[0] === 204 ? NEW : `${NEW} too`;
  expect((await signIn(caller.email, winner)).status).toBe(201);
});
