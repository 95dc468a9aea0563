import { beforeAll, describe, it } from '@jest/globals';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { itRefusesClientsWithoutScope } from '../../support/client-refusals.js';
import { itRefusesOtherSites } from '../../support/cross-site-refusals.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let admin: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
});

describe('from other sites', () => {
  itRefusesOtherSites(app, {
    method: 'POST',
    path: '/v1/clients/cli_01ARZ3NDEKTSV4RRFFQ69G5FAV/api-keys/key_01ARZ3NDEKTSV4RRFFQ69G5FAV/rotate',
    headers: () => ({ cookie: admin.cookie }),
    body: '{}',
    passedStatus: 404,
  });
});

it("gives an administrator no key of another account's client", async () => {
  const owner = await signedInCaller(app());
  const clientId = await createClient(owner);
  const { id } = await createApiKey(owner, clientId);
  const path = `/v1/clients/${clientId}/api-keys/${id}/rotate`;

  expectProblem(await admin.post(path), 403, 'forbidden', { instance: path });
});

itRefusesClientsWithoutScope(app, {
  method: 'POST',
  path: (clientId, keyId) => `/v1/clients/${clientId}/api-keys/${keyId}/rotate`,
  body: { overlap_seconds: 60 },
});
