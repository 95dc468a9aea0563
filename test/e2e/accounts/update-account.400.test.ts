import { beforeAll, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let admin: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
});
const instance = () => `/v1/accounts/${admin.accountId}`;

it.each([
  ['/role', { role: 'owner' }],
  ['/role', { role: null }],
  ['/status', { status: 'deleted' }],
  ['/status', { status: null }],
  ['/email', { email: 'x' }],
  ['/password', { password: 'another quiet morning' }],
])('refuses at %s: %j', async (pointer, body) => {
  const answer = await admin.call('PATCH', instance(), { body });

  expectProblem(answer, 400, 'invalid_parameter', { instance: instance(), pointers: [pointer] });
});
