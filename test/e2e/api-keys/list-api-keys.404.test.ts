import { beforeAll } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { createForeign, type Foreign, itHidesForeignIds } from '../../support/foreign-ids.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const path = (id: string) => `/v1/clients/${id}/api-keys`;
let caller: SignedInCaller;
let foreign: Foreign;
beforeAll(async () => {
  foreign = await createForeign(await signedInCaller(app()));
  caller = await signedInCaller(app());
});

itHidesForeignIds({
  prefix: 'cli',
  foreignId: () => foreign.clientId,
  path,
  call: (id) => caller.get(path(id)),
});
