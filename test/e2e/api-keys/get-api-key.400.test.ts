import { expect, it } from '@jest/globals';
import { createApiKey, createClient, signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('refuses query parameters', async () => {
  const caller = await signedInCaller(app());
  const clientId = await createClient(caller);
  const instance = `/v1/clients/${clientId}/api-keys/${(await createApiKey(caller, clientId)).id}`;

  const answer = await caller.get(`${instance}?fields=name&__proto__=1`);

  expectProblem(answer, 400, 'invalid_parameter', { instance, parameters: ['fields', '__proto__'] });
  expect((await caller.get(instance)).status).toBe(200);
});
