import { expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
const instance = '/v1/password-resets';
const NEW = 'another quiet morning';
const use = (body: unknown) =>
  new ApiCaller(app().url).post(instance, body, { 'x-forwarded-for': '192.0.2.1' });

it.each([
  ['/token', { new_password: NEW }],
  ['/token', { token: '', new_password: NEW }],
  ['/token', { token: 'x'.repeat(43), new_password: NEW }],
  ['/token', { token: ['x'], new_password: NEW }],
  ['/new_password', { token: 'x' }],
  ['/new_password', { token: 'x', new_password: 'short' }],
  ['/new_password', { token: 'x', new_password: 'iloveyou' }],
])('refuses at %s: %j', async (pointer, body) => {
  expectProblem(await use(body), 400, 'invalid_parameter', { instance, pointers: [pointer] });
});

it('refuses a link whose hour is over, by the clock of the server', async () => {
  const admin = await signedInCaller(app());
  const link = async () => {
    const { body } = await admin.post<{ url: string }>(`/v1/accounts/${admin.accountId}/password-reset`);
    return body.url.split('#token=')[1];
  };
  const expireIn = (interval: string) =>
    app().runSql('update password_resets set expires_at = now() + ?::interval', [interval]);

  const token = await link();
  await expireIn('0 seconds');
  const answer = await use({ token, new_password: NEW });
  expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: ['/token'] });
  const signIn = await new ApiCaller(app().url).post('/v1/sessions', {
    email: admin.email,
    password: PASSWORD,
  });
  expect(signIn.status).toBe(201);

  await expireIn('20 seconds');
  expect((await use({ token, new_password: NEW })).status).toBe(204);
});
