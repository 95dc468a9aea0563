import { MikroORM, RequestContext } from '@mikro-orm/core';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Account } from '../../../src/accounts/account.entity.js';
import { IdentitiesService } from '../../../src/accounts/identities/identities.service.js';
import type { Actor } from '../../../src/core/http/access/actor.types.js';
import { ApiCaller, PASSWORD, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/accounts/me/identities';
const ISSUER = 'https://login.example.com';
const NEW = 'another quiet morning';

beforeAll(async () => {
  // The first account is the administrator.
  await signedInCaller(app());
});

interface Identity {
  id: string;
  issuer: string;
  subject: string;
}

let subjects = 0;
/** Connects another issuer to the account, as a second way to sign in. */
async function connect(caller: SignedInCaller): Promise<void> {
  subjects += 1;
  await app().runSql(
    `insert into identities (id, account_id, issuer, subject, created_at)
     values ('idn_' || upper(substr(md5(random()::text), 1, 26)), ?, ?, ?, now())`,
    [caller.accountId, ISSUER, `subject-${subjects}`],
  );
}

/** A caller whose account has no password. */
async function withoutPassword(): Promise<SignedInCaller> {
  const caller = await signedInCaller(app());
  await connect(caller);
  await app().runSql(`delete from identities where account_id = ? and issuer = 'password'`, [
    caller.accountId,
  ]);
  return caller;
}

const list = async (caller: ApiCaller) =>
  (await caller.get<{ data: Identity[] }>(instance)).body.data.map(({ id, issuer }) => ({ id, issuer }));
const ageSessions = ({ accountId }: SignedInCaller, interval: string) =>
  app().runSql(`update sessions set authenticated_at = now() - ?::interval where account_id = ?`, [
    interval,
    accountId,
  ]);

describe('connecting', () => {
  const connectTo = async ({ accountId, email }: SignedInCaller, subject: string, signedInAt: Date) => {
    const { em } = app().app.get(MikroORM);
    const actor: Actor = {
      kind: 'account',
      accountId,
      clientId: null,
      signedInAt,
      address: '127.0.0.1',
      requestId: null,
    };
    await RequestContext.create(em, async () => {
      const account = await em.findOneOrFail(Account, accountId);
      await app().app.get(IdentitiesService).connect(account, { issuer: ISSUER, subject, email }, actor);
    });
  };

  it('adds an issuer to an existing account, given a fresh session', async () => {
    const [caller, other] = [await signedInCaller(app()), await signedInCaller(app())];

    await connectTo(caller, 'ada', new Date());

    expect((await list(caller)).map(({ issuer }) => issuer)).toEqual(['password', ISSUER]);
    const { body } = await caller.get<{ data: unknown[] }>('/v1/audit?action=account.identity_added');
    expect(body.data).toMatchObject([{ details: { issuer: ISSUER } }]);
    await expect(connectTo(other, 'ada', new Date())).rejects.toMatchObject({ code: 'conflict' });
    const old = new Date(Date.now() - 11 * 60_000);
    await expect(connectTo(other, 'eve', old)).rejects.toMatchObject({ code: 'fresh_sign_in_required' });
  });
});

describe('GET', () => {
  it('lists the password and the issuers, and no secret', async () => {
    const caller = await signedInCaller(app());
    await connect(caller);

    const { status, body } = await caller.get<{ data: Identity[] }>(instance);

    expect(status).toBe(200);
    const time = expect.stringMatching(/Z$/) as unknown;
    const id = expect.stringMatching(/^idn_[0-9A-Z]{26}$/) as unknown;
    expect(body.data).toHaveLength(2);
    expect(body.data).toContainEqual({
      id,
      issuer: 'password',
      organization_id: null,
      subject: caller.accountId,
      created_at: time,
    });
    expect(body.data).toContainEqual({
      id,
      issuer: ISSUER,
      organization_id: null,
      subject: `subject-${subjects}`,
      created_at: time,
    });
  });
});

describe('DELETE', () => {
  const remove = (caller: ApiCaller, id: string) => caller.call('DELETE', `${instance}/${id}`);

  it('removes an identity, which can no longer sign in, and audits it', async () => {
    const caller = await signedInCaller(app());
    await connect(caller);
    const password = (await list(caller)).find(({ issuer }) => issuer === 'password')!;

    expect((await remove(caller, password.id)).status).toBe(204);

    expect((await list(caller)).map(({ issuer }) => issuer)).toEqual([ISSUER]);
    const signIn = { email: caller.email, password: PASSWORD };
    expect((await new ApiCaller(app().url).post('/v1/sessions', signIn)).status).toBe(401);
    const { body } = await caller.get<{ data: unknown[] }>('/v1/audit?action=account.identity_removed');
    expect(body.data).toMatchObject([{ target_id: password.id, details: { issuer: 'password' } }]);
  });

  it('ends the other sessions, but not the current one', async () => {
    const caller = await signedInCaller(app());
    await connect(caller);
    const other = new ApiCaller(app().url);
    await other.post('/v1/sessions', { email: caller.email, password: PASSWORD });

    const [{ id }] = await list(caller);
    expect((await remove(caller, id)).status).toBe(204);

    expect((await other.get('/v1/accounts/me')).status).toBe(401);
    expect((await caller.get('/v1/accounts/me')).status).toBe(200);
  });

  it('keeps the last identity, even if the last two are removed at once', async () => {
    const caller = await signedInCaller(app());
    await connect(caller);
    const ids = (await list(caller)).map(({ id }) => id);

    const answers = await Promise.all(ids.map((id) => remove(caller, id)));

    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(await list(caller)).toHaveLength(1);
  });

  it("returns 404 for another account's identity", async () => {
    const [caller, other] = [await signedInCaller(app()), await signedInCaller(app())];
    await connect(other);
    const [{ id }] = await list(other);

    expectProblem(await remove(caller, id), 404, 'not_found', { instance: `${instance}/${id}` });
    expect(await list(other)).toHaveLength(2);
  });

  it('needs a fresh sign-in', async () => {
    const caller = await signedInCaller(app());
    await connect(caller);
    const [{ id }] = await list(caller);
    await ageSessions(caller, '10 minutes');

    expectProblem(await remove(caller, id), 403, 'fresh_sign_in_required', {
      instance: `${instance}/${id}`,
    });
    await ageSessions(caller, '9 minutes');
    expect((await remove(caller, id)).status).toBe(204);
  });
});

describe('an account without a password', () => {
  it.each([
    ['is deleted', 'DELETE', '/v1/accounts/me', {}],
    ['gets its first password', 'PUT', '/v1/accounts/me/password', { new_password: NEW }],
  ])('%s given just a fresh sign-in', async (_, method, path, body) => {
    const caller = await withoutPassword();
    await ageSessions(caller, '10 minutes');

    expectProblem(await caller.call(method, path, { body }), 403, 'fresh_sign_in_required', {
      instance: path,
    });
    await ageSessions(caller, '9 minutes');
    expect((await caller.call(method, path, { body })).status).toBe(204);
  });

  it('accepts no password, neither for deletion nor for sign-in', async () => {
    const caller = await withoutPassword();

    for (const password of [PASSWORD, '', 'null'].filter(Boolean)) {
      const answer = await caller.call('DELETE', '/v1/accounts/me', { body: { password } });
      expectProblem(answer, 401, 'invalid_credentials', { instance: '/v1/accounts/me' });
      const signIn = await new ApiCaller(app().url).post('/v1/sessions', { email: caller.email, password });
      expect(signIn.status).toBe(401);
    }
    expect((await caller.get('/v1/accounts/me')).status).toBe(200);
  });

  it('signs in with its first password', async () => {
    const caller = await withoutPassword();
    await caller.call('PUT', '/v1/accounts/me/password', { body: { new_password: NEW } });

    const signIn = { email: caller.email, password: NEW };
    expect((await new ApiCaller(app().url).post('/v1/sessions', signIn)).status).toBe(201);
  });
});

it('an account with a password has to give it, however fresh the sign-in', async () => {
  const caller: SignedInCaller = await signedInCaller(app());
  const path = '/v1/accounts/me/password';

  const answer = await caller.call('PUT', path, { body: { new_password: NEW } });

  expectProblem(answer, 400, 'invalid_parameter', { instance: path, pointers: ['/current_password'] });
});
