import { beforeAll, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const REQUESTS = '/v1/usage/requests';
const app = useTestApp();
let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

it.each([
  ['status=', ['status']],
  ['status=ok', ['status']],
  ['status=100', ['status']],
  ['status=4XX', ['status']],
  ['status=429&status=200', ['status']],
  ['code=', ['code']],
  ['code=nothing', ['code']],
  ['code=not_found&code=conflict', ['code']],
  ['limit=0', ['limit']],
  ['limit=101', ['limit']],
  ['cursor=x', ['cursor']],
  ['cursor=%00', ['cursor']],
  ['client_id=a&client_id=b', ['client_id']],
  ['interval=day', ['interval']],
  ['constructor=1', ['constructor']],
])('refuses ?%s', async (query, parameters) => {
  const answer = await caller.get(`${REQUESTS}?${query}`);

  expectProblem(answer, 400, 'invalid_parameter', { instance: REQUESTS, parameters });
});
