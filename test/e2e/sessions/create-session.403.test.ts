import { expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/sessions';

it('tells the owner of a disabled account, and nobody else', async () => {
  const { email, accountId } = await signedInCaller(app());
  await app().runSql(`update accounts set status = 'disabled' where id = ?`, [accountId]);
  const signIn = (password: string) => new ApiCaller(app().url).post(instance, { email, password });

  const owner = await signIn(PASSWORD);
  expectProblem(owner, 403, 'account_disabled', { instance });
  expect(owner.headers.getSetCookie()).toEqual([]);
  expectProblem(await signIn('not the password'), 401, 'invalid_credentials', { instance });
});
