import { expect, it } from '@jest/globals';
import { createClient, signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('refuses query parameters, and leaves the client', async () => {
  const caller = await signedInCaller(app());
  const instance = `/v1/clients/${await createClient(caller)}`;

  const answer = await caller.delete(`${instance}?dry_run=true`);

  expectProblem(answer, 400, 'invalid_parameter', { instance, parameters: ['dry_run'] });
  expect((await caller.get(instance)).status).toBe(200);
});
