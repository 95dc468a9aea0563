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
  method: 'POST',
  path: '/v1/accounts/acc_01ARZ3NDEKTSV4RRFFQ69G5FAV/password-reset',
  headers: () => ({ cookie: admin.cookie }),
  passedStatus: 404,
});

it('refuses a member a link for its own account', async () => {
  const instance = `/v1/accounts/${member.accountId}/password-reset`;

  expectProblem(await member.post(instance), 403, 'forbidden', { instance });

  expect(await app().runSql('select * from password_resets')).toEqual([]);
});
