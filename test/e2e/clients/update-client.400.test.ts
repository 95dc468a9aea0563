import { beforeAll, expect, it } from '@jest/globals';
import { createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
let path: string;
beforeAll(async () => {
  caller = await signedInCaller(app());
  path = `/v1/clients/${await createClient(caller)}`;
});

it.each([
  [{ name: null }, '/name'],
  [{ name: '' }, '/name'],
  [{ name: 'x'.repeat(101) }, '/name'],
  [{ description: 'x'.repeat(501) }, '/description'],
  [{ rate_limits: { second: 0 } }, '/rate_limits/second'],
  [{ rate_limits: { week: 1 } }, '/rate_limits/week'],
  [{ scopes: ['everything'] }, '/scopes'],
  [{ scopes: ['usage:read', 'usage:read'] }, '/scopes'],
  [{ scopes: null }, '/scopes'],
  [{ status: 'deleted' }, '/status'],
  [{ client_secret: 'x' }, '/client_secret'],
])('refuses %j', async (body, pointer) => {
  const answer = await caller.call('PATCH', path, { body });

  expectProblem(answer, 400, 'invalid_parameter', { instance: path, pointers: [pointer] });
  expect((await caller.get(path)).body.name).toBe('A client');
});
