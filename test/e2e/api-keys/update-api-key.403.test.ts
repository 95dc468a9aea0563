import { beforeAll, it } from '@jest/globals';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

it('refuses a scope that the client lacks', async () => {
  const clientId = await createClient(caller);
  const { id } = await createApiKey(caller, clientId);
  await caller.call('PATCH', `/v1/clients/${clientId}`, { body: { scopes: ['forecast:read'] } });
  const path = `/v1/clients/${clientId}/api-keys/${id}`;

  const answer = await caller.call('PATCH', path, { body: { scopes: ['forecast:batch'] } });

  expectProblem(answer, 403, 'forbidden', { instance: path });
});
