import { beforeAll, expect, it } from '@jest/globals';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
let client: string;
let key: string;
beforeAll(async () => {
  caller = await signedInCaller(app());
  const clientId = await createClient(caller);
  client = `/v1/clients/${clientId}`;
  key = `${client}/api-keys/${(await createApiKey(caller, clientId)).id}`;
  expect((await caller.delete(client)).status).toBe(204);
});

it.each([
  ['GET', () => client],
  ['PATCH', () => client],
  ['DELETE', () => client],
  ['GET', () => `${client}/api-keys`],
  ['GET', () => key],
  ['DELETE', () => key],
])('returns 404 to %s of a deleted client and its keys', async (method, path) => {
  const body = method === 'PATCH' ? { name: 'Station' } : undefined;
  expectProblem(await caller.call(method, path(), { body }), 404, 'not_found', { instance: path() });
});
