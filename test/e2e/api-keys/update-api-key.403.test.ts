import { beforeAll, describe, it } from '@jest/globals';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { itRefusesClientsWithoutScope } from '../../support/client-refusals.js';
import { itRefusesOtherSites } from '../../support/cross-site-refusals.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

describe('from other sites', () => {
  itRefusesOtherSites(app, {
    method: 'PATCH',
    path: '/v1/clients/cli_01ARZ3NDEKTSV4RRFFQ69G5FAV/api-keys/key_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    headers: () => ({ cookie: caller.cookie }),
    body: '{"name":"Station"}',
    passedStatus: 404,
  });
});

it('refuses a scope that the client lacks', async () => {
  const clientId = await createClient(caller);
  const { id } = await createApiKey(caller, clientId);
  await caller.call('PATCH', `/v1/clients/${clientId}`, { body: { scopes: ['forecast:read'] } });
  const path = `/v1/clients/${clientId}/api-keys/${id}`;

  const answer = await caller.call('PATCH', path, { body: { scopes: ['forecast:batch'] } });

  expectProblem(answer, 403, 'forbidden', { instance: path });
});

itRefusesClientsWithoutScope(app, {
  method: 'PATCH',
  path: (clientId, keyId) => `/v1/clients/${clientId}/api-keys/${keyId}`,
  body: { name: 'Station' },
});
