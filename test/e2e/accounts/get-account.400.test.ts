import { it } from '@jest/globals';
import { signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/accounts/acc_01ARZ3NDEKTSV4RRFFQ69G5FAV';

it('refuses query parameters, since there are none', async () => {
  const caller = await signedInCaller(app());

  const answer = await caller.call('GET', `${instance}?dry_run=true`);

  expectProblem(answer, 400, 'invalid_parameter', { instance, parameters: ['dry_run'] });
});
