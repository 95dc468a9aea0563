import { beforeAll, describe, it } from '@jest/globals';
import { createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { itRefusesOtherSites } from '../../support/cross-site-refusals.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let admin: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
});

describe('from other sites', () => {
  itRefusesOtherSites(app, {
    method: 'POST',
    path: '/v1/clients/cli_01ARZ3NDEKTSV4RRFFQ69G5FAV/secret',
    headers: () => ({ cookie: admin.cookie }),
    body: '{}',
    passedStatus: 404,
  });
});

it("gives an administrator no secret of another account's client", async () => {
  const path = `/v1/clients/${await createClient(await signedInCaller(app()))}/secret`;

  expectProblem(await admin.post(path), 403, 'forbidden', { instance: path });
});
