import { expect, it } from '@jest/globals';
import { createClient, signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ MAX_KEYS_PER_CLIENT: '3' });

async function newClient() {
  const caller = await signedInCaller(app());
  const instance = `/v1/clients/${await createClient(caller)}/api-keys`;
  const create = () => caller.post<{ id: string }>(instance, { name: 'Station' });
  return { caller, instance, create };
}

it('makes exactly as many keys as a client may have, out of many at once', async () => {
  const { instance, create } = await newClient();

  const answers = await Promise.all(Array.from({ length: 12 }, create));

  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array<number>(3).fill(201), ...Array<number>(9).fill(409)]);
  const refused = answers.find(({ status }) => status === 409)!;
  expectProblem(refused, 409, 'conflict', { instance, detail: expect.stringContaining('3') });
  expect((await (await newClient()).create()).status).toBe(201);
});

it('does not count keys that were revoked or have expired', async () => {
  const { caller, instance, create } = await newClient();
  const [revoked, expired] = [await create(), await create(), await create()];
  expectProblem(await create(), 409, 'conflict', { instance });

  await caller.delete(`${instance}/${revoked.body.id}`);
  expect((await create()).status).toBe(201);
  expectProblem(await create(), 409, 'conflict', { instance });

  await app().runSql('update api_keys set expires_at = now() where id = ?', [expired.body.id]);
  expect((await create()).status).toBe(201);
  expectProblem(await create(), 409, 'conflict', { instance });
});
