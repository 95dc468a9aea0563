import { beforeAll, it } from '@jest/globals';
import { createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
let instance: string;
beforeAll(async () => {
  caller = await signedInCaller(app());
  instance = `/v1/clients/${await createClient(caller)}/api-keys`;
});

it.each([
  ['limit=0', ['limit']],
  ['limit=101', ['limit']],
  ['limit=20&limit=20', ['limit']],
  ['cursor=%00', ['cursor']],
  ['cursor=next', ['cursor']],
  ['status=', ['status']],
  ['status=Active', ['status']],
  ['status=deleted', ['status']],
  ['status=active,revoked', ['status']],
  ['status=active&status=revoked', ['status']],
  ['status[]=active', ['status[]']],
  ['name=Station', ['name']],
  ['valueOf=1', ['valueOf']],
  ['limit=x&status=x&cursor=x&x=x', ['limit', 'status', 'cursor', 'x']],
])('refuses ?%s', async (query, parameters) => {
  const answer = await caller.get(`${instance}?${query}`);

  expectProblem(answer, 400, 'invalid_parameter', { instance, parameters });
});
