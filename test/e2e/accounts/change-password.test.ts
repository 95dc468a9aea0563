import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { describeWithRedis } from '../../support/describe-with-redis.js';
import { itSlowsDownGuessesOfThePassword } from '../../support/password-refusals.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';
import { useAppWithoutRedis } from '../../support/without-redis.js';

const app = useTestApp();

describe('204', () => {
  const NEW = 'another quiet morning';
  const change = (caller: ApiCaller, current_password: string, new_password: string) =>
    caller.call('PUT', '/v1/accounts/me/password', { body: { current_password, new_password } });
  const signIn = async (email: string, password: string) => {
    const caller = new ApiCaller(app().url);
    return { caller, status: (await caller.post('/v1/sessions', { email, password })).status };
  };

  it('ends the other sessions, keeps this one, and lets only the new password sign in', async () => {
    const caller = await signedInCaller(app());
    const { caller: other } = await signIn(caller.email, PASSWORD);

    const { status, body } = await change(caller, PASSWORD, NEW);

    expect([status, body]).toEqual([204, '']);
    expect((await caller.get('/v1/accounts/me')).status).toBe(200);
    expect((await other.get('/v1/accounts/me')).status).toBe(401);
    expect((await signIn(caller.email, PASSWORD)).status).toBe(401);
    expect((await signIn(caller.email, NEW)).status).toBe(201);
  });

  it('invalidates reset links issued earlier', async () => {
    const admin = await signedInCaller(app());
    await app().runSql(`update accounts set role = 'admin' where id = ?`, [admin.accountId]);
    const caller = await signedInCaller(app());
    const { body } = await admin.post<{ url: string }>(`/v1/accounts/${caller.accountId}/password-reset`);
    await change(caller, PASSWORD, NEW);

    const token = body.url.split('#token=')[1];
    const { status } = await caller.post('/v1/password-resets/complete', {
      token,
      new_password: 'a third quiet morning',
    });

    expect(status).toBe(400);
  });

  it('succeeds for only one of two simultaneous changes', async () => {
    const caller = await signedInCaller(app());
    const { caller: other } = await signIn(caller.email, PASSWORD);

    const answers = await Promise.all([change(caller, PASSWORD, NEW), change(other, PASSWORD, `${NEW} too`)]);

    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    for (const status of statuses) expect([204, 401, 409]).toContain(status);
    const winner = statuses[0] === 204 ? NEW : `${NEW} too`;
    expect((await signIn(caller.email, winner)).status).toBe(201);
  });
});

describe('400', () => {
  const instance = '/v1/accounts/me/password';
  let caller: SignedInCaller;
  beforeAll(async () => {
    caller = await signedInCaller(app());
  });

  it.each([
    ['/new_password', { new_password: 'seven77' }],
    ['/new_password', { new_password: 'x'.repeat(257) }],
    ['/new_password', { new_password: 'iloveyou' }],
    ['/new_password', { new_password: null }],
    ['/new_password', {}],
    ['/current_password', { current_password: '', new_password: 'another quiet morning' }],
  ])('rejects an invalid %s: %j', async (pointer, members) => {
    const answer = await caller.call('PUT', instance, { body: { current_password: PASSWORD, ...members } });

    expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: [pointer] });
    const signIn = { email: caller.email, password: PASSWORD };
    expect((await caller.post('/v1/sessions', signIn)).status).toBe(201);
  });
});

describe('401', () => {
  const instance = '/v1/accounts/me/password';

  it.each([PASSWORD.toUpperCase(), `${PASSWORD} `, 'x'])(
    'rejects the wrong password %j',
    async (password) => {
      const caller = await signedInCaller(app());

      const answer = await caller.call('PUT', instance, {
        body: { current_password: password, new_password: 'another quiet morning' },
      });

      expectProblem(answer, 401, 'invalid_credentials', { instance });
      expect((await caller.get('/v1/accounts/me')).status).toBe(200);
      const signIn = { email: caller.email, password: PASSWORD };
      expect((await new ApiCaller(app().url).post('/v1/sessions', signIn)).status).toBe(201);
    },
  );
});

describe('429', () => {
  const instance = '/v1/accounts/me/password';

  itSlowsDownGuessesOfThePassword(app, instance, (caller, password) =>
    caller.call('PUT', instance, {
      body: { current_password: password, new_password: 'another quiet morning' },
    }),
  );
});

describe('503', () => {
  const instance = '/v1/accounts/me/password';

  describeWithRedis('while the store of attempts is away', () => {
    const service = useAppWithoutRedis();

    it('no password can be checked, so none can be changed', async () => {
      const body = { current_password: PASSWORD, new_password: 'another quiet morning' };
      const answer = await service().caller.call('PUT', instance, { body });
      expectProblem(answer, 503, 'sign_in_unavailable', { instance });
    });
  });
});
