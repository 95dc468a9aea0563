import { expect, it } from '@jest/globals';
import { signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/sessions/current';

it('refuses query parameters, and leaves the session', async () => {
  const caller = await signedInCaller(app());

  const answer = await caller.delete(`${instance}?all=1`);

  expectProblem(answer, 400, 'invalid_parameter', { instance, parameters: ['all'] });
  expect((await caller.get(instance)).status).toBe(200);
});
