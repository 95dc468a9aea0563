import { beforeAll, it } from '@jest/globals';
import { createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { createForeign, type Foreign, itHidesForeignIds } from '../../support/foreign-ids.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const path = (id: string) => `/v1/clients/${id}`;
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

it('answers 404 for a client that was deleted', async () => {
  const id = await createClient(caller);
  await caller.delete(path(id));

  expectProblem(await caller.get(path(id)), 404, 'not_found', { instance: path(id) });
});
