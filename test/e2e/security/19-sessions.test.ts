import { describe, expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ SESSION_IDLE_HOURS: '2', SESSION_MAX_DAYS: '3' });
const statusOf = async (cookie: string) =>
  (await new ApiCaller(app().url).get('/v1/accounts/me', { cookie })).status;

async function memberWithAdmin(): Promise<{ admin: SignedInCaller; member: SignedInCaller; cookie: string }> {
  const admin = await signedInCaller(app());
  await app().runSql(`update accounts set role = 'admin' where id = ?`, [admin.accountId]);
  const member = await signedInCaller(app());
  return { admin, member, cookie: member.cookie! };
}

it('never adopts a cookie that was planted before signing in', async () => {
  const { email } = await signedInCaller(app());
  const planted = `session=${'A'.repeat(43)}`;

  const body = { email, password: PASSWORD };
  const { headers } = await new ApiCaller(app().url).post('/v1/sessions', body, { cookie: planted });

  const cookie = headers.getSetCookie()[0].split(';', 1)[0];
  expect(cookie).not.toBe(planted);
  expect([await statusOf(planted), await statusOf(cookie)]).toEqual([401, 200]);
});

describe("expire by the server's clock", () => {
  it.each([
    ['idle', 'last_seen_at', '-1 hours -59 minutes', '-2 hours'],
    ['absolute', 'expires_at', '20 seconds', '0 seconds'],
  ])('%s', async (_, column, live, over) => {
    const caller = await signedInCaller(app());
    const move = (interval: string) =>
      app().runSql(`update sessions set ${column} = now() + ?::interval where account_id = ?`, [
        interval,
        caller.accountId,
      ]);

    await move(live);
    expect(await statusOf(caller.cookie!)).toBe(200);
    await move(over);
    expect(await statusOf(caller.cookie!)).toBe(401);
  });
});

it.each<[string, (parties: Awaited<ReturnType<typeof memberWithAdmin>>) => Promise<{ status: number }>]>([
  ['signing out', ({ member }) => member.delete('/v1/sessions/current')],
  [
    'disabling',
    ({ admin, member }) =>
      admin.call('PATCH', `/v1/accounts/${member.accountId}`, { body: { status: 'disabled' } }),
  ],
  ['deleting', ({ admin, member }) => admin.delete(`/v1/accounts/${member.accountId}`)],
])('end at the next request after %s', async (_, end) => {
  const parties = await memberWithAdmin();
  expect(await statusOf(parties.cookie)).toBe(200);

  expect((await end(parties)).status).toBeLessThan(300);

  expect(await statusOf(parties.cookie)).toBe(401);
});

it("can't be created by signing in while the account is being disabled", async () => {
  const { admin, member } = await memberWithAdmin();
  const signIn = async () => {
    const caller = new ApiCaller(app().url);
    const { status } = await caller.post('/v1/sessions', { email: member.email, password: PASSWORD });
    return { caller, status };
  };

  const [disabling, ...attempts] = await Promise.all([
    admin.call('PATCH', `/v1/accounts/${member.accountId}`, { body: { status: 'disabled' } }),
    ...Array.from({ length: 4 }, signIn),
  ]);

  expect(disabling.status).toBe(200);
  for (const { caller, status } of attempts) {
    expect([201, 403]).toContain(status);
    if (status === 201) expect((await caller.get('/v1/accounts/me')).status).toBe(401);
  }
  const rows = await app().runSql('select id from sessions where account_id = ?', [member.accountId]);
  expect(rows).toEqual([]);
});
