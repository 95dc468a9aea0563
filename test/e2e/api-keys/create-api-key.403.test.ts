import { beforeAll, expect, it } from '@jest/globals';
import { createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

it('refuses a scope that the client lacks', async () => {
  const clientId = await createClient(caller);
  await app().runSql(`update clients set scopes = '{forecast:read,usage:read}' where id = ?`, [clientId]);
  const instance = `/v1/clients/${clientId}/api-keys`;

  const answer = await caller.post(instance, {
    name: 'Station',
    scopes: ['forecast:read', 'forecast:batch'],
  });

  const detail = expect.stringContaining('forecast:batch') as unknown;
  expectProblem(answer, 403, 'forbidden', { instance, detail });
  expect((await caller.get(instance)).body).toEqual({ data: [], next_cursor: null });
});
