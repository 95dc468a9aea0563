import { beforeAll, describe, expect, it } from '@jest/globals';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { createForeign, type Foreign, itHidesForeignIds } from '../../support/foreign-ids.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let owner: SignedInCaller;
let caller: SignedInCaller;
let foreign: Foreign;
let own: Foreign;
beforeAll(async () => {
  owner = await signedInCaller(app());
  foreign = await createForeign(owner);
  caller = await signedInCaller(app());
  own = await createForeign(caller);
});

const path = (clientId: string, keyId: string) => `/v1/clients/${clientId}/api-keys/${keyId}`;

describe('with the id of a client', () => {
  itHidesForeignIds({
    prefix: 'cli',
    foreignId: () => foreign.clientId,
    path: (id) => path(id, foreign.keyId),
    call: (id) => caller.delete(path(id, foreign.keyId)),
  });
});

describe('with the id of a key', () => {
  itHidesForeignIds({
    prefix: 'key',
    foreignId: () => foreign.keyId,
    path: (id) => path(own.clientId, id),
    call: (id) => caller.delete(path(own.clientId, id)),
  });
});

it('asks for the very client that the key belongs to', async () => {
  const instance = path(await createClient(caller), own.keyId);

  expectProblem(await caller.delete(instance), 404, 'not_found', { instance });
});

it('has revoked no key in all these tests', async () => {
  const { body } = await owner.get<{ data: unknown[] }>(
    `/v1/clients/${foreign.clientId}/api-keys?status=active`,
  );
  expect(body.data).toHaveLength(1);
});

it('answers 404 for a key of a client that was deleted', async () => {
  const clientId = await createClient(caller);
  const instance = path(clientId, (await createApiKey(caller, clientId)).id);
  await caller.delete(`/v1/clients/${clientId}`);

  expectProblem(await caller.delete(instance), 404, 'not_found', { instance });
});
