import { expect, it } from '@jest/globals';
import { createClient, signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ MAX_CLIENTS_PER_ACCOUNT: '3' });
const instance = '/v1/clients';
const create = (caller: Awaited<ReturnType<typeof signedInCaller>>) =>
  caller.post(instance, { name: 'Station' });

it('makes exactly as many clients as an account may have, out of many at once', async () => {
  const caller = await signedInCaller(app());

  const answers = await Promise.all(Array.from({ length: 12 }, () => create(caller)));

  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array<number>(3).fill(201), ...Array<number>(9).fill(409)]);
  const refused = answers.find(({ status }) => status === 409)!;
  expectProblem(refused, 409, 'conflict', { instance, detail: expect.stringContaining('3') });
  expect((await create(await signedInCaller(app()))).status).toBe(201);
});

it('counts a deleted client until the UTC day ends', async () => {
  const caller = await signedInCaller(app());
  const ids = [await createClient(caller), await createClient(caller), await createClient(caller)];
  await caller.delete(`${instance}/${ids[0]}`);
  await caller.delete(`${instance}/${ids[1]}`);

  expectProblem(await create(caller), 409, 'conflict', { instance });

  await app().runSql(
    `update clients set deleted_at = date_trunc('day', now(), 'UTC') - interval '1 millisecond' where id = ?`,
    [ids[0]],
  );
  await app().runSql(`update clients set deleted_at = date_trunc('day', now(), 'UTC') where id = ?`, [
    ids[1],
  ]);
  expect((await create(caller)).status).toBe(201);
  expectProblem(await create(caller), 409, 'conflict', { instance });
});
