import { beforeAll, expect, it } from '@jest/globals';
import { PASSWORD, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/accounts/me/password';
let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

it.each([
  ['/new_password', { new_password: 'seven77' }],
  ['/new_password', { new_password: 'x'.repeat(257) }],
  ['/new_password', { new_password: 'iloveyou' }],
  ['/new_password', { new_password: null }],
  ['/new_password', {}],
  ['/current_password', { current_password: '', new_password: 'another quiet morning' }],
])('refuses at %s: %j', async (pointer, members) => {
  const answer = await caller.call('PUT', instance, { body: { current_password: PASSWORD, ...members } });

  expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: [pointer] });
  const signIn = { email: caller.email, password: PASSWORD };
  expect((await caller.post('/v1/sessions', signIn)).status).toBe(201);
});
