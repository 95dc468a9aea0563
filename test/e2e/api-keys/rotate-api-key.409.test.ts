import { beforeAll, expect, it } from '@jest/globals';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
let clientId: string;
beforeAll(async () => {
  caller = await signedInCaller(app());
  clientId = await createClient(caller);
});

it.each([`revoked_at = now()`, `expires_at = now()`, `revoked_at = now() + interval '1 hour'`])(
  'refuses a key that is not active: %s',
  async (change) => {
    const { id } = await createApiKey(caller, clientId);
    await app().runSql(`update api_keys set ${change} where id = ?`, [id]);
    const path = `/v1/clients/${clientId}/api-keys/${id}/rotate`;

    expectProblem(await caller.post(path), 409, 'conflict', { instance: path });
  },
);

it('lets one of many rotations at once through', async () => {
  const { id } = await createApiKey(caller, clientId);
  const path = `/v1/clients/${clientId}/api-keys/${id}/rotate`;

  const answers = await Promise.all(Array.from({ length: 5 }, () => caller.post(path)));

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
});
