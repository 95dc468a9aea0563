import { beforeAll, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { itHidesForeignIds } from '../../support/foreign-ids.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const path = (id: string) => `/v1/sessions/${id}`;
let owner: SignedInCaller;
let caller: SignedInCaller;
let foreignId: string;
beforeAll(async () => {
  // An administrator ends nobody else's sessions either.
  caller = await signedInCaller(app());
  owner = await signedInCaller(app());
  const { body } = await owner.get<{ session: { id: string } }>('/v1/sessions/current');
  foreignId = body.session.id;
});

itHidesForeignIds({
  prefix: 'ses',
  foreignId: () => foreignId,
  path,
  call: (id) => caller.delete(path(id)),
});

it("leaves somebody else's session to its owner", async () => {
  await caller.delete(path(foreignId));

  expect((await owner.get('/v1/accounts/me')).status).toBe(200);
});
