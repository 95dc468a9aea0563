import { it } from '@jest/globals';
import { signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/sessions';

it.each([
  ['limit', 'limit=0'],
  ['limit', 'limit=101'],
  ['limit', 'limit=1e1'],
  ['limit', 'limit='],
  ['cursor', 'cursor=x'],
  ['cursor', 'cursor='],
  ['cursor', 'cursor=cli_01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['order', 'order=asc'],
])('refuses the parameter %s of ?%s', async (parameter, query) => {
  const caller = await signedInCaller(app());

  const answer = await caller.get(`${instance}?${query}`);

  expectProblem(answer, 400, 'invalid_parameter', { instance, parameters: [parameter] });
});
