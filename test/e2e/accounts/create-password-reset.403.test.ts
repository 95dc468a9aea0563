import { beforeAll, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let member: SignedInCaller;
beforeAll(async () => {
  // The first account is the administrator.
  await signedInCaller(app());
  member = await signedInCaller(app());
});

it('refuses a member a link for its own account', async () => {
  const instance = `/v1/accounts/${member.accountId}/password-reset`;

  expectProblem(await member.post(instance), 403, 'forbidden', { instance });

  expect(await app().runSql('select * from password_resets')).toEqual([]);
});
