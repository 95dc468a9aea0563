import { expect, it } from '@jest/globals';
import { createApiKey, createClient, signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it.each(['revoked_at', 'expires_at'])("doesn't change a key that has ended (%s)", async (column) => {
  const caller = await signedInCaller(app());
  const clientId = await createClient(caller);
  const { id } = await createApiKey(caller, clientId);
  await app().runSql(`update api_keys set ${column} = now() where id = ?`, [id]);
  const path = `/v1/clients/${clientId}/api-keys/${id}`;

  const answer = await caller.call('PATCH', path, { body: { name: 'Again', expires_at: null } });

  expectProblem(answer, 409, 'conflict', { instance: path });
  expect((await caller.get(path)).body.name).toBe('A key');
});
