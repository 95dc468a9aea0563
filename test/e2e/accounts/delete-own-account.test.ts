import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiCaller,
  createApiKey,
  createClient,
  PASSWORD,
  signedInCaller,
  type SignedInCaller,
} from '../../support/api-caller.js';
import { addTotp } from '../../support/factors.js';
import { addPasskey } from '../../support/passkeys.js';
import { describeWithRedis } from '../../support/describe-with-redis.js';
import { itSlowsDownGuessesOfThePassword } from '../../support/password-refusals.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';
import { useAppWithoutRedis } from '../../support/without-redis.js';

const app = useTestApp();

let admin: SignedInCaller;
beforeAll(async () => {
  // The first account is the administrator.
  admin = await signedInCaller(app());
});

describe('204', () => {
  const leave = (caller: ApiCaller) =>
    caller.call('DELETE', '/v1/accounts/me', { body: { password: PASSWORD } });
  const forecast = (key: string) =>
    new ApiCaller(app().url).get('/v1/weather/forecast?lat=1&lon=1&source=climatology', { apikey: key });

  it('ends the clients, keys and sessions of the account at once', async () => {
    const caller = await signedInCaller(app());
    const clientId = await createClient(caller);
    const { key } = await createApiKey(caller, clientId);
    const elsewhere = new ApiCaller(app().url);
    await elsewhere.post('/v1/sessions', { email: caller.email, password: PASSWORD });
    expect((await forecast(key)).status).toBe(200);

    const { status, body } = await leave(caller);

    expect([status, body]).toEqual([204, '']);
    const refused = await forecast(key);
    expect([refused.status, refused.body.code]).toEqual([401, 'revoked_api_key']);
    expect((await caller.get('/v1/accounts/me')).status).toBe(401);
    expect((await elsewhere.get('/v1/clients')).status).toBe(401);
    const again = await elsewhere.post('/v1/sessions', { email: caller.email, password: PASSWORD });
    expect([again.status, again.body.code]).toEqual([401, 'invalid_credentials']);
  });

  it('deletes the second factors', async () => {
    const caller = await signedInCaller(app());
    await addTotp(app(), caller);
    await addPasskey(caller, 'http://localhost:3000');

    expect((await leave(caller)).status).toBe(204);

    for (const table of ['factors', 'recovery_codes'])
      expect(await app().runSql(`select 1 from ${table} where account_id = ?`, [caller.accountId])).toEqual(
        [],
      );
  });

  it('keeps the ids for usage and audit, but nothing that identifies their owner', async () => {
    const caller = await signedInCaller(app());
    await caller.call('PATCH', '/v1/accounts/me', { body: { full_name: 'Canary', organization: 'Canary' } });
    const clientId = await createClient(caller, { name: 'Canary', description: 'Canary' });
    const { id: keyId } = await createApiKey(caller, clientId, {
      name: 'Canary',
      allowed_ips: ['203.0.113.7'],
    });

    expect((await leave(caller)).status).toBe(204);

    const rows = await app().runSql(
      `select to_jsonb(a) as account, to_jsonb(c) as client, to_jsonb(k) as key
     from accounts a join clients c on c.account_id = a.id join api_keys k on k.client_id = c.id where a.id = ?`,
      [caller.accountId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ client: { id: clientId }, key: { id: keyId } });
    const text = JSON.stringify(rows);
    for (const trace of ['Canary', caller.email, '203.0.113.7']) expect(text).not.toContain(trace);
    const identities = 'select 1 from identities where account_id = ?';
    expect(await app().runSql(identities, [caller.accountId])).toEqual([]);
  });

  it('lets the address register again, as a different account', async () => {
    const caller = await signedInCaller(app());
    await leave(caller);

    const { status, body } = await caller.post('/v1/accounts', {
      full_name: 'Again',
      email: caller.email,
      password: PASSWORD,
    });

    expect(status).toBe(201);
    expect(body.id).not.toBe(caller.accountId);
  });

  it('leaves no client behind that is created concurrently', async () => {
    const caller = await signedInCaller(app());

    const [deletion, ...creations] = await Promise.all([
      leave(caller),
      ...Array.from({ length: 8 }, () => caller.post('/v1/clients', { name: 'Race' })),
    ]);

    expect(deletion.status).toBe(204);
    for (const { status } of creations) expect([201, 401]).toContain(status);
    const rows = await app().runSql(
      'select count(*)::int as count from clients where account_id = ? and deleted_at is null',
      [caller.accountId],
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('succeeds once when requested several times at once', async () => {
    const caller = await signedInCaller(app());

    const answers = await Promise.all(Array.from({ length: 4 }, () => leave(caller)));

    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    for (const status of statuses) expect([204, 401, 404]).toContain(status);
  });
});

describe('400', () => {
  const instance = '/v1/accounts/me';
  let caller: SignedInCaller;
  beforeAll(async () => {
    caller = await signedInCaller(app());
  });

  it.each([undefined, {}, { password: '' }, { password: null }, { password: 1 }])(
    'rejects the body %j',
    async (body) => {
      const answer = await caller.call('DELETE', instance, { body });

      expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: ['/password'] });
      expect((await caller.get(instance)).status).toBe(200);
    },
  );
});

describe('401', () => {
  const instance = '/v1/accounts/me';

  it.each([PASSWORD.toUpperCase(), `${PASSWORD} `, 'x'])(
    'rejects the wrong password %j',
    async (password) => {
      const caller = await signedInCaller(app());

      const answer = await caller.call('DELETE', instance, { body: { password } });

      expectProblem(answer, 401, 'invalid_credentials', { instance });
      expect((await caller.get('/v1/accounts/me')).status).toBe(200);
      const signIn = { email: caller.email, password: PASSWORD };
      expect((await new ApiCaller(app().url).post('/v1/sessions', signIn)).status).toBe(201);
    },
  );
});

describe('409', () => {
  const instance = '/v1/accounts/me';

  it('keeps the last administrator until another one is appointed', async () => {
    const member = await signedInCaller(app());
    const leave = () => admin.call('DELETE', instance, { body: { password: PASSWORD } });
    expectProblem(await leave(), 409, 'conflict', { instance });

    await admin.call('PATCH', `/v1/accounts/${member.accountId}`, { body: { role: 'admin' } });

    expect((await leave()).status).toBe(204);
    expect((await member.get('/v1/accounts')).status).toBe(200);
  });
});

describe('429', () => {
  const instance = '/v1/accounts/me';

  itSlowsDownGuessesOfThePassword(app, instance, (caller, password) =>
    caller.call('DELETE', instance, { body: { password } }),
  );
});

describe('503', () => {
  const instance = '/v1/accounts/me';

  describeWithRedis('while the store of attempts is away', () => {
    const service = useAppWithoutRedis();

    it('no password can be checked, and the account stays', async () => {
      const { caller } = service();
      const answer = await caller.call('DELETE', instance, { body: { password: PASSWORD } });
      expectProblem(answer, 503, 'sign_in_unavailable', { instance });
      expect((await caller.get(instance)).status).toBe(200);
    });
  });
});
