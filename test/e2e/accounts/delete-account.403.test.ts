import { beforeAll, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { itRefusesOtherSites } from '../../support/cross-site-refusals.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let admin: SignedInCaller;
let member: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
  member = await signedInCaller(app());
});

// An account that does not exist, so that what passes can be repeated.
itRefusesOtherSites(app, {
  method: 'DELETE',
  path: '/v1/accounts/acc_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  headers: () => ({ cookie: admin.cookie }),
  passedStatus: 404,
});

it('refuses a member its own account, whose password another route asks for', async () => {
  const instance = `/v1/accounts/${member.accountId}`;

  expectProblem(await member.delete(instance), 403, 'forbidden', { instance });

  expect((await member.get('/v1/accounts/me')).status).toBe(200);
});
