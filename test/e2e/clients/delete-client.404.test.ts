import { beforeAll, expect, it } from '@jest/globals';
import { createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { createForeign, type Foreign, itHidesForeignIds } from '../../support/foreign-ids.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const path = (id: string) => `/v1/clients/${id}`;
let owner: SignedInCaller;
let caller: SignedInCaller;
let foreign: Foreign;
beforeAll(async () => {
  owner = await signedInCaller(app());
  foreign = await createForeign(owner);
  caller = await signedInCaller(app());
});

itHidesForeignIds({
  prefix: 'cli',
  foreignId: () => foreign.clientId,
  path,
  call: (id) => caller.delete(path(id)),
});

it("leaves somebody else's client to its owner", async () => {
  await caller.delete(path(foreign.clientId));

  expect((await owner.get(path(foreign.clientId))).status).toBe(200);
});

it('answers 404 the second time', async () => {
  const id = await createClient(caller);
  expect((await caller.delete(path(id))).status).toBe(204);

  expectProblem(await caller.delete(path(id)), 404, 'not_found', { instance: path(id) });
});
