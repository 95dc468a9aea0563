import { expect, it } from '@jest/globals';
import { createApiKey, createClient, signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('asks for the very client that the key belongs to', async () => {
  const caller = await signedInCaller(app());
  const clientId = await createClient(caller);
  const { id } = await createApiKey(caller, clientId);
  const instance = `/v1/clients/${await createClient(caller)}/api-keys/${id}`;

  expectProblem(await caller.delete(instance), 404, 'not_found', { instance });

  expect((await caller.get(`/v1/clients/${clientId}/api-keys/${id}`)).body).toMatchObject({
    status: 'active',
  });
});
