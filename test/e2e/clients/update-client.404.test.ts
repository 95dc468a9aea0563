import { beforeAll, describe } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { createForeign, type Foreign, itHidesForeignIds } from '../../support/foreign-ids.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
let foreign: Foreign;
beforeAll(async () => {
  // The first account is the administrator, who may see them all.
  foreign = await createForeign(await signedInCaller(app()));
  caller = await signedInCaller(app());
});

describe('for a client', () => {
  const path = (id: string) => `/v1/clients/${id}`;
  itHidesForeignIds({
    prefix: 'cli',
    foreignId: () => foreign.clientId,
    path,
    call: (id) => caller.call('PATCH', path(id), { body: { name: 'Station' } }),
  });
});
