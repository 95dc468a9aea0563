import { beforeEach, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let first: SignedInCaller;
let second: SignedInCaller;
beforeEach(async () => {
  await app().runSql('delete from accounts');
  first = await signedInCaller(app());
  second = await signedInCaller(app());
});
const change = (by: SignedInCaller, of: SignedInCaller, body: unknown) =>
  by.call('PATCH', `/v1/accounts/${of.accountId}`, { body });
const activeAdministrators = async () => {
  const rows = await app().runSql(
    `select count(*)::int as count from accounts where role = 'admin' and status = 'active' and deleted_at is null`,
  );
  return rows[0].count;
};

it.each([{ role: 'member' }, { status: 'disabled' }, { role: 'member', full_name: 'Changed' }])(
  'refuses the last administrator %j',
  async (body) => {
    const answer = await change(first, first, body);

    expectProblem(answer, 409, 'conflict', { instance: `/v1/accounts/${first.accountId}` });
    expect((await first.get('/v1/accounts/me')).body).toMatchObject({ role: 'admin', full_name: 'A Member' });
  },
);

it('does not count a disabled administrator', async () => {
  await change(first, second, { role: 'admin' });
  await change(first, second, { status: 'disabled' });

  expect((await change(first, first, { role: 'member' })).status).toBe(409);
});

it.each([{ role: 'member' }, { status: 'disabled' }])(
  'has one outcome when two administrators say %j of each other at once',
  async (body) => {
    for (let round = 0; round < 5; round += 1) {
      await app().runSql(`update accounts set role = 'admin', status = 'active'`);
      for (const caller of [first, second]) {
        await caller.post('/v1/sessions', { email: caller.email, password: 'correct horse battery staple' });
      }

      const answers = await Promise.all([change(first, second, body), change(second, first, body)]);

      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      for (const status of statuses) expect([200, 401, 403, 404]).toContain(status);
      expect(await activeAdministrators()).toBe(1);
    }
  },
);

it('keeps one administrator when all leave at once', async () => {
  await change(first, second, { role: 'admin' });

  const answers = await Promise.all(
    [first, second].map((caller) => caller.delete(`/v1/accounts/${caller.accountId}`)),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect(await activeAdministrators()).toBe(1);
});

it('refuses an address that has another account', async () => {
  const answer = await change(first, second, { email: first.email });

  expectProblem(answer, 409, 'email_taken', { instance: `/v1/accounts/${second.accountId}` });
});
