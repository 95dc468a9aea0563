import { beforeAll, it } from '@jest/globals';
import { createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let admin: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
});

it("gives an administrator no secret of another account's client", async () => {
  const path = `/v1/clients/${await createClient(await signedInCaller(app()))}/secret`;

  expectProblem(await admin.post(path), 403, 'forbidden', { instance: path });
});
