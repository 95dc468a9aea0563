import { beforeAll, it } from '@jest/globals';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
let path: string;
beforeAll(async () => {
  caller = await signedInCaller(app());
  const clientId = await createClient(caller);
  path = `/v1/clients/${clientId}/api-keys/${(await createApiKey(caller, clientId)).id}`;
});

it.each([
  [{ name: null }, '/name'],
  [{ name: 'x'.repeat(101) }, '/name'],
  [{ scopes: [] }, '/scopes'],
  [{ scopes: null }, '/scopes'],
  [{ scopes: ['usage:read'] }, '/scopes'],
  [{ expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
  [{ expires_at: 'tomorrow' }, '/expires_at'],
  [{ allowed_ips: ['10.0.0.0/33'] }, '/allowed_ips'],
  [{ allowed_ips: Array.from({ length: 51 }, (_, number) => `10.0.0.${number}`) }, '/allowed_ips'],
  [{ ephemeral: true }, '/ephemeral'],
])('rejects %j', async (body, pointer) => {
  const answer = await caller.call('PATCH', path, { body });

  expectProblem(answer, 400, 'invalid_parameter', { instance: path, pointers: [pointer] });
});
