import { beforeAll, describe } from '@jest/globals';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { createForeign, type Foreign, itHidesForeignIds } from '../../support/foreign-ids.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
let foreign: Foreign;
let clientId: string;
let keyId: string;
beforeAll(async () => {
  // The first account is the administrator, who may see them all.
  foreign = await createForeign(await signedInCaller(app()));
  caller = await signedInCaller(app());
  clientId = await createClient(caller);
  keyId = (await createApiKey(caller, clientId)).id;
});

describe('for a client', () => {
  const path = (id: string) => `/v1/clients/${id}/api-keys/${keyId}`;
  itHidesForeignIds({
    prefix: 'cli',
    foreignId: () => foreign.clientId,
    path,
    call: (id) => caller.call('PATCH', path(id), { body: { name: 'Station' } }),
  });
});

describe('for a key', () => {
  const path = (id: string) => `/v1/clients/${clientId}/api-keys/${id}`;
  itHidesForeignIds({
    prefix: 'key',
    foreignId: () => foreign.keyId,
    path,
    call: (id) => caller.call('PATCH', path(id), { body: { name: 'Station' } }),
  });
});
