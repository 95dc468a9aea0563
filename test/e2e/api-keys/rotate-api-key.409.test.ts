import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ MAX_KEYS_PER_CLIENT: '3' });
let caller: SignedInCaller;
let clientId: string;
beforeAll(async () => {
  caller = await signedInCaller(app());
});
beforeEach(async () => {
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

it('lets no more keys wait for the end of their overlap than a client may have', async () => {
  const rotate = (id: string, overlap_seconds: number) =>
    caller.post<{ id: string }>(`/v1/clients/${clientId}/api-keys/${id}/rotate`, { overlap_seconds });
  let { id } = await createApiKey(caller, clientId);
  for (let number = 0; number < 3; number++) ({ id } = (await rotate(id, 3600)).body);

  const refused = await rotate(id, 3600);

  const instance = `/v1/clients/${clientId}/api-keys/${id}/rotate`;
  const detail = expect.stringContaining('3 rotating keys') as unknown;
  expectProblem(refused, 409, 'conflict', { instance, detail });
  // Without an overlap, nothing waits.
  expect((await rotate(id, 0)).status).toBe(201);
});
