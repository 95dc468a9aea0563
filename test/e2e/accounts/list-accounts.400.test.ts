import { beforeAll, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/accounts';
let admin: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
});

it.each([
  ['limit', 'limit=0'],
  ['limit', 'limit=101'],
  ['limit', 'limit=1e1'],
  ['limit', 'limit='],
  ['cursor', 'cursor=x'],
  ['cursor', 'cursor='],
  ['cursor', 'cursor=cli_01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['order', 'order=asc'],
  ['status', 'status=deleted'],
  ['status', 'status='],
  ['query', 'query='],
  ['query', 'query=a&query=b'],
])('refuses the parameter %s of ?%s', async (parameter, query) => {
  const answer = await admin.get(`${instance}?${query}`);

  expectProblem(answer, 400, 'invalid_parameter', { instance, parameters: [parameter] });
});
