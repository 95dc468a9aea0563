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

it('refuses a member its own account, whose password another route asks for', async () => {
  const instance = `/v1/accounts/${member.accountId}`;

  expectProblem(await member.delete(instance), 403, 'forbidden', { instance });

  expect((await member.get('/v1/accounts/me')).status).toBe(200);
});
