import { expect, it } from '@jest/globals';
import { PASSWORD, signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/accounts/me';

it('keeps the last administrator until another one has been made', async () => {
  const admin = await signedInCaller(app());
  const member = await signedInCaller(app());
  const leave = () => admin.call('DELETE', instance, { body: { password: PASSWORD } });
  expectProblem(await leave(), 409, 'conflict', { instance });

  await admin.call('PATCH', `/v1/accounts/${member.accountId}`, { body: { role: 'admin' } });

  expect((await leave()).status).toBe(204);
  expect((await member.get('/v1/accounts')).status).toBe(200);
});
