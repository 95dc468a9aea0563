import { expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/accounts/me';

it.each([PASSWORD.toUpperCase(), `${PASSWORD} `, 'x'])('refuses the wrong password %j', async (password) => {
  await signedInCaller(app());
  const caller = await signedInCaller(app());

  const answer = await caller.call('DELETE', instance, { body: { password } });

  expectProblem(answer, 401, 'invalid_credentials', { instance });
  expect((await caller.get('/v1/accounts/me')).status).toBe(200);
  const signIn = { email: caller.email, password: PASSWORD };
  expect((await new ApiCaller(app().url).post('/v1/sessions', signIn)).status).toBe(201);
});
