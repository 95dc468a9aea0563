import { beforeAll, it } from '@jest/globals';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let admin: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
});

it("gives an administrator no key of another account's client", async () => {
  const owner = await signedInCaller(app());
  const clientId = await createClient(owner);
  const { id } = await createApiKey(owner, clientId);
  const path = `/v1/clients/${clientId}/api-keys/${id}/rotate`;

  expectProblem(await admin.post(path), 403, 'forbidden', { instance: path });
});
