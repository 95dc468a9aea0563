import { expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('takes an empty id for none, and not for all other sessions', async () => {
  const caller = await signedInCaller(app());
  const elsewhere = new ApiCaller(app().url);
  await elsewhere.post('/v1/sessions', { email: caller.email, password: PASSWORD });

  expectProblem(await caller.delete('/v1/sessions/'), 404, 'not_found', { instance: '/v1/sessions/' });

  expect((await elsewhere.get('/v1/accounts/me')).status).toBe(200);
});
