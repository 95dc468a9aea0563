import { expect, it } from '@jest/globals';
import { signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
it('keeps the last administrator', async () => {
  const admin = await signedInCaller(app());
  const instance = `/v1/accounts/${admin.accountId}`;

  expectProblem(await admin.delete(instance), 409, 'conflict', { instance });

  expect((await admin.get(instance)).status).toBe(200);
});
