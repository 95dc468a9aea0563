import { beforeAll, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const QUOTA = '/v1/usage/quota';
const app = useTestApp();
let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

it.each([
  ['', ['client_id']],
  ['client_id=a&client_id=b', ['client_id']],
  ['api_key_id=a', ['api_key_id']],
  ['__proto__=1', ['__proto__']],
])('refuses ?%s', async (query, parameters) => {
  const answer = await caller.get(`${QUOTA}?${query}`);

  expectProblem(answer, 400, 'invalid_parameter', { instance: QUOTA, parameters });
});
