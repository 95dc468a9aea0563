import { beforeAll, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

it.each([
  ['limit=0', ['limit']],
  ['limit=101', ['limit']],
  ['limit=-1', ['limit']],
  ['limit=1.5', ['limit']],
  ['limit=1e1', ['limit']],
  ['limit=0x10', ['limit']],
  ['limit=%2010', ['limit']],
  ['limit=', ['limit']],
  ['limit=ten', ['limit']],
  ['limit=%D9%A1', ['limit']],
  ['limit=10&limit=20', ['limit']],
  ['limit=10&limit=10', ['limit']],
  ['cursor=', ['cursor']],
  ['cursor=next', ['cursor']],
  ['cursor=%00', ['cursor']],
  [`cursor=cli_01ARZ3NDEKTSV4RRFFQ69G5FAV'`, ['cursor']],
  ['cursor=cli_01ARZ3NDEKTSV4RRFFQ69G5FAV&cursor=cli_01ARZ3NDEKTSV4RRFFQ69G5FAV', ['cursor']],
  ['status=active', ['status']],
  ['query=', ['query']],
  ['query=one&query=two', ['query']],
  ['Limit=10', ['Limit']],
  ['constructor=1', ['constructor']],
  ['__proto__=1&toString=2&prototype=3', ['__proto__', 'toString', 'prototype']],
  ['limit=x&cursor=&page=2', ['limit', 'cursor', 'page']],
])('refuses ?%s', async (query, parameters) => {
  const answer = await caller.get(`/v1/clients?${query}`);

  expectProblem(answer, 400, 'invalid_parameter', { instance: '/v1/clients', parameters });
});
