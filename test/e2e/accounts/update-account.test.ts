import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ApiCaller,
  createApiKey,
  createClient,
  PASSWORD,
  signedInCaller,
  type SignedInCaller,
} from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

let admin: SignedInCaller;
beforeAll(async () => {
  // The first account is the administrator.
  admin = await signedInCaller(app());
});

describe('200', () => {
  const change = (caller: SignedInCaller, body: unknown) =>
    admin.call('PATCH', `/v1/accounts/${caller.accountId}`, { body });
  const forecast = (key: string) =>
    new ApiCaller(app().url).get('/v1/weather/forecast?lat=1&lon=1&source=climatology', { apikey: key });

  it('changes what the owner could change', async () => {
    const member = await signedInCaller(app());

    const { status, body } = await change(member, { full_name: 'Renamed', organization: 'Ours' });

    expect(status).toBe(200);
    expect((await member.get('/v1/accounts/me')).body).toEqual(body);
    expect(body).toMatchObject({ full_name: 'Renamed', organization: 'Ours', role: 'member' });
  });

  it('ends sessions and refuses keys while an account is disabled', async () => {
    const member = await signedInCaller(app());
    const { key } = await createApiKey(member, await createClient(member));
    expect((await forecast(key)).status).toBe(200);

    expect((await change(member, { status: 'disabled' })).body.status).toBe('disabled');

    expect((await member.get('/v1/accounts/me')).status).toBe(401);
    const refused = await forecast(key);
    expect([refused.status, refused.body.code]).toEqual([403, 'account_disabled']);
    const signIn = () => member.post('/v1/sessions', { email: member.email, password: PASSWORD });
    expect((await signIn()).body.code).toBe('account_disabled');

    expect((await change(member, { status: 'active' })).status).toBe(200);
    expect((await forecast(key)).status).toBe(200);
    // The old session stays ended.
    expect((await member.get('/v1/accounts/me')).status).toBe(401);
    expect((await signIn()).status).toBe(201);
  });

  it('makes and demotes administrators, effective from the next request', async () => {
    const member = await signedInCaller(app());
    expect((await member.get('/v1/accounts')).status).toBe(403);

    await change(member, { role: 'admin' });
    expect((await member.get('/v1/accounts')).status).toBe(200);

    await change(member, { role: 'member' });
    expect((await member.get('/v1/accounts')).status).toBe(403);
  });
});

describe('400', () => {
  const instance = () => `/v1/accounts/${admin.accountId}`;

  it.each([
    ['/role', { role: 'owner' }],
    ['/role', { role: null }],
    ['/status', { status: 'deleted' }],
    ['/status', { status: null }],
    ['/email', { email: 'x' }],
    ['/password', { password: 'another quiet morning' }],
  ])('rejects an invalid %s: %j', async (pointer, body) => {
    const answer = await admin.call('PATCH', instance(), { body });

    expectProblem(answer, 400, 'invalid_parameter', { instance: instance(), pointers: [pointer] });
  });
});

describe('403', () => {
  let member: SignedInCaller;
  beforeAll(async () => {
    member = await signedInCaller(app());
  });

  it.each([{ role: 'admin' }, { status: 'disabled' }, { full_name: 'Somebody' }])(
    'refuses %j to a member, even for its own account',
    async (body) => {
      const instance = `/v1/accounts/${member.accountId}`;

      const answer = await member.call('PATCH', instance, { body });

      expectProblem(answer, 403, 'forbidden', { instance });
      const { body: own } = await member.get('/v1/accounts/me');
      expect(own).toMatchObject({ role: 'member', status: 'active', full_name: 'A Member' });
    },
  );

  it('accepts no role or status on the route for the own account', async () => {
    const body = { role: 'admin', status: 'active' };
    const answer = await member.call('PATCH', '/v1/accounts/me', { body });

    expectProblem(answer, 400, 'invalid_parameter', {
      instance: '/v1/accounts/me',
      pointers: ['/role', '/status'],
    });
  });
});

describe('409', () => {
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
    'refuses to change the last administrator: %j',
    async (body) => {
      const answer = await change(first, first, body);

      expectProblem(answer, 409, 'conflict', { instance: `/v1/accounts/${first.accountId}` });
      expect((await first.get('/v1/accounts/me')).body).toMatchObject({
        role: 'admin',
        full_name: 'A Member',
      });
    },
  );

  it('does not count a disabled administrator', async () => {
    await change(first, second, { role: 'admin' });
    await change(first, second, { status: 'disabled' });

    expect((await change(first, first, { role: 'member' })).status).toBe(409);
  });

  it.each([{ role: 'member' }, { status: 'disabled' }])(
    'succeeds for only one of two administrators who set %j for each other at once',
    async (body) => {
      for (let round = 0; round < 5; round += 1) {
        await app().runSql(`update accounts set role = 'admin', status = 'active'`);
        for (const caller of [first, second]) {
          await caller.post('/v1/sessions', {
            email: caller.email,
            password: 'correct horse battery staple',
          });
        }

        const answers = await Promise.all([change(first, second, body), change(second, first, body)]);

        const statuses = answers.map(({ status }) => status);
        expect(statuses.filter((status) => status === 200)).toHaveLength(1);
        for (const status of statuses) expect([200, 401, 403, 404]).toContain(status);
        expect(await activeAdministrators()).toBe(1);
      }
    },
  );

  it('keeps one administrator when all delete themselves at once', async () => {
    await change(first, second, { role: 'admin' });

    const answers = await Promise.all(
      [first, second].map((caller) => caller.delete(`/v1/accounts/${caller.accountId}`)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(await activeAdministrators()).toBe(1);
  });

  it('rejects an address that belongs to another account', async () => {
    const answer = await change(first, second, { email: first.email });

    expectProblem(answer, 409, 'email_taken', { instance: `/v1/accounts/${second.accountId}` });
  });
});
