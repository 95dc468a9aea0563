import { beforeAll, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { createForeign, type Foreign, itHidesForeignIds } from '../../support/foreign-ids.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const path = (id: string) => `/v1/clients/${id}/api-keys`;
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
  call: (id) => caller.post(path(id), { name: 'Station' }),
});

it("makes no key of somebody else's client", async () => {
  await caller.post(path(foreign.clientId), { name: 'Mine now' });

  const { body } = await owner.get<{ data: { id: string }[] }>(path(foreign.clientId));
  expect(body.data.map(({ id }) => id)).toEqual([foreign.keyId]);
});
