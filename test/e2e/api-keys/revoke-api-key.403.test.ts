import { beforeAll } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { itRefusesClientsWithoutScope } from '../../support/client-refusals.js';
import { itRefusesOtherSites } from '../../support/cross-site-refusals.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

// A key that does not exist, so that what passes can be repeated.
itRefusesOtherSites(app, {
  method: 'DELETE',
  path: '/v1/clients/cli_01ARZ3NDEKTSV4RRFFQ69G5FAV/api-keys/key_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  headers: () => ({ cookie: caller.cookie }),
  passedStatus: 404,
});

itRefusesClientsWithoutScope(app, {
  method: 'DELETE',
  path: (clientId, keyId) => `/v1/clients/${clientId}/api-keys/${keyId}`,
});
