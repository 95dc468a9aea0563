import { beforeAll, expect, it } from '@jest/globals';
import { createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { itRefusesOtherSites } from '../../support/cross-site-refusals.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

// A client that does not exist, so that what passes can be repeated.
itRefusesOtherSites(app, {
  method: 'DELETE',
  path: '/v1/clients/cli_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  headers: () => ({ cookie: caller.cookie }),
  passedStatus: 404,
});

it('leaves the client', async () => {
  const instance = `/v1/clients/${await createClient(caller)}`;

  const answer = await caller.delete(instance, { 'sec-fetch-site': 'cross-site' });

  expectProblem(answer, 403, 'cross_site_request', { instance });
  expect((await caller.get(instance)).status).toBe(200);
});
