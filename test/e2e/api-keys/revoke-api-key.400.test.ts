import { expect, it } from '@jest/globals';
import { createApiKey, createClient, signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('refuses query parameters, and leaves the key', async () => {
  const caller = await signedInCaller(app());
  const clientId = await createClient(caller);
  const list = `/v1/clients/${clientId}/api-keys`;
  const instance = `${list}/${(await createApiKey(caller, clientId)).id}`;

  const answer = await caller.delete(`${instance}?reason=lost`);

  expectProblem(answer, 400, 'invalid_parameter', { instance, parameters: ['reason'] });
  expect((await caller.get<{ data: unknown[] }>(`${list}?status=active`)).body.data).toHaveLength(1);
});
