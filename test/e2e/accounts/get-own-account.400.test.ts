import { it } from '@jest/globals';
import { signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('refuses query parameters, since there are none, and names each', async () => {
  const caller = await signedInCaller(app());

  const answer = await caller.get('/v1/accounts/me?expand=1&fields=id&fields=email');

  expectProblem(answer, 400, 'invalid_parameter', {
    instance: '/v1/accounts/me',
    parameters: ['expand', 'fields'],
  });
});
