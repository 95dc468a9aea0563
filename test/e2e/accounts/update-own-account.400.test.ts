import { beforeAll, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/accounts/me';
let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

it.each([
  ['/full_name', { full_name: '' }],
  ['/full_name', { full_name: null }],
  ['/full_name', { full_name: '🌩'.repeat(101) }],
  ['/email', { email: 'nobody' }],
  ['/email', { email: null }],
  ['/organization', { organization: ' ' }],
  ['/organization', { organization: 7 }],
  ['/password', { password: 'another quiet morning' }],
  ['/id', { id: 'acc_01ARZ3NDEKTSV4RRFFQ69G5FAV' }],
])('refuses at %s: %j', async (pointer, body) => {
  const answer = await caller.call('PATCH', instance, { body });

  expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: [pointer] });
});
