import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RetentionService } from '../../../../src/core/retention/retention.service.js';
import { RequestContext } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { AccountsService } from '../../../../src/accounts/accounts.service.js';
import { OneTimeLinksService } from '../../../../src/accounts/links/one-time-links.service.js';
import { Account } from '../../../../src/accounts/account.entity.js';
import { lockAccount } from '../../../../src/accounts/locked-accounts.js';
import { FactorRemovalService } from '../../../../src/accounts/factors/factor-removal.service.js';
import { OWN_FEATURE_SET } from '../../../../src/boot/features/features.js';
import { SessionsService } from '../../../../src/accounts/sessions/sessions.service.js';
import {
  ApiCaller,
  bearer,
  createApiKey,
  createClient,
  createToken,
  PASSWORD,
  signedInCaller,
  type SignedInCaller,
} from '../../../support/api-caller.js';
import { changeMeanwhile } from '../../../support/change-meanwhile.js';
import {
  type AddedFactor,
  addTotp,
  FACTORS,
  signInWithPassword,
  totpCode,
} from '../../../support/factors.js';
import {
  addPasskey,
  optionsOf,
  PASSKEY,
  signInWithPasskey,
  SoftwarePasskey,
} from '../../../support/passkeys.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();
/** The default origin. */
const ORIGIN = 'http://localhost:3000';
const STRANGE_PASSKEY = new SoftwarePasskey(ORIGIN).create({
  challenge: 'x',
  rp: { id: 'localhost' },
  user: { id: 'x' },
});
const NEW_PASSWORD = 'louder evening in june';

let admin: SignedInCaller;
let owner: SignedInCaller;
let factor: AddedFactor;
beforeAll(async () => {
  admin = await signedInCaller(app());
});
beforeEach(async () => {
  owner = await signedInCaller(app());
  factor = await addTotp(app(), owner);
});

const anybody = () => new ApiCaller(app().url);
const waiting = async (password = PASSWORD) => (await signInWithPassword(anybody(), owner, password)).body;
const finish = (token: string, code = totpCode(factor.secret)) =>
  anybody().post('/v1/sessions/factor', { token, code });
/** Expects a request that has loaded the account to be refused if it continues after the change. */
const refusesAfter = (accountId: string, change: () => Promise<unknown>) => {
  const { em } = app().app.get(MikroORM);
  const accounts = app().app.get(AccountsService);
  return RequestContext.create(em, async () => {
    const known = await em.findOneOrFail(Account, { id: accountId });
    await change();
    const going = em.transactional(() => accounts.lockUnchanged(known));
    await expect(going).rejects.toMatchObject({ code: 'conflict' });
  });
};
/** Does what `npm run account -- remove-factors` does. */
const removeAll = () => {
  const { app: nest } = app();
  const { em } = nest.get(MikroORM);
  const removal = nest.get(FactorRemovalService);
  const actor = { kind: 'command', accountId: null, clientId: null, address: null, requestId: null } as const;
  return RequestContext.create(em, () =>
    em.transactional(async (inside) =>
      removal.removeAll(inside, await lockAccount(inside, owner.accountId), actor),
    ),
  );
};
/** All requests that change factors. */
const changes = (credential: object = STRANGE_PASSKEY): [method: string, path: string, body?: object][] => [
  ['POST', `${FACTORS}/totp`, {}],
  ['POST', `${FACTORS}/${factor.id}/confirm`, { code: '123456' }],
  ['POST', `${PASSKEY}/options`],
  ['POST', PASSKEY, { credential }],
  ['POST', `${FACTORS}/recovery-codes`],
  ['DELETE', `${FACTORS}/${factor.id}`],
];
const linkFor = async (purpose: 'sign-in' | 'password-reset') => {
  const { em } = app().app.get(MikroORM);
  const links = app().app.get(OneTimeLinksService);
  const { url } = await RequestContext.create(em, () =>
    em.transactional(() => links.create(owner.accountId, purpose)),
  );
  return url.split('#token=')[1];
};

describe('a change of factors', () => {
  it('needs a fresh sign-in', async () => {
    await app().runSql(
      `update sessions set authenticated_at = now() - interval '10 minutes' where account_id = ?`,
      [owner.accountId],
    );
    for (const [method, path, body] of changes())
      expectProblem(await owner.call(method, path, { body }), 403, 'fresh_sign_in_required', {
        instance: path,
      });
  });

  it('needs a fresh first proof, however recent the second', async () => {
    const { token } = await waiting();
    await app().runSql('update waiting_sign_ins set authenticated_at = null');
    const caller = anybody();
    const body = { token, code: totpCode(factor.secret) };
    expect((await caller.post('/v1/sessions/factor', body)).status).toBe(201);
    const instance = `${FACTORS}/${factor.id}`;
    expectProblem(await caller.delete(instance), 403, 'fresh_sign_in_required', { instance });
  });

  it('accepts no token, key or client credentials, whatever their scopes', async () => {
    const { token } = await createToken(owner, OWN_FEATURE_SET.scopesOf('token'));
    const { body: client } = await owner.post<{ client_id: string; client_secret: string }>('/v1/clients', {
      name: 'A client',
    });
    const { key } = await createApiKey(owner, await createClient(owner));
    const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64');
    for (const [method, path, body] of [...changes(), ['GET', FACTORS] as const])
      for (const [headers, status] of [
        [bearer(token), 403],
        [{ apikey: key }, 401],
        [{ authorization: `Basic ${basic}` }, 401],
      ] as const)
        expect((await anybody().call(method, path, { body, headers })).status).toBe(status);
  });

  it("can't reach another account's factor, not even as an administrator", async () => {
    for (const caller of [admin, await signedInCaller(app())])
      for (const [method, path, body] of changes().filter((change) => change[1].includes(factor.id)))
        expect((await caller.call(method, path, { body })).status).toBe(404);
  });

  it('is refused if the session ends while the request is in progress', async () => {
    const credential = new SoftwarePasskey(ORIGIN).create(await optionsOf(owner, PASSKEY));
    for (const [method, path, body] of changes(credential)) {
      const answer = await changeMeanwhile(
        app(),
        { table: 'accounts', id: owner.accountId },
        () => owner.call(method, path, { body }),
        [`update accounts set updated_at = now() + interval '1 second' where id = ?`, [owner.accountId]],
      );
      expect([path, answer.status]).toEqual([path, 409]);
    }
  });

  it("can't be completed if the password changes in between", async () => {
    const { body } = await owner.post<{ id: string; secret: string }>(`${FACTORS}/totp`, {});
    const passwords = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    expect((await owner.call('PUT', '/v1/accounts/me/password', { body: passwords })).status).toBe(204);
    const path = `${FACTORS}/${body.id}/confirm`;
    expect((await owner.post(path, { code: totpCode(body.secret) })).status).toBe(404);
  });
});

describe('a session that began without a factor', () => {
  it('ends with the first factor, which also stops its requests in progress', async () => {
    await owner.delete(`${FACTORS}/${factor.id}`);
    const elsewhere = anybody();
    expect((await signInWithPassword(elsewhere, owner, PASSWORD)).status).toBe(201);
    await refusesAfter(owner.accountId, async () => (factor = await addTotp(app(), owner)));
    expect((await elsewhere.get('/v1/accounts/me')).status).toBe(401);

    const { token } = await waiting();
    const body = { token, code: totpCode(factor.secret) };
    expect((await elsewhere.post('/v1/sessions/factor', body)).status).toBe(201);
    await addTotp(app(), owner);
    for (const caller of [owner, elsewhere]) expect((await caller.get('/v1/accounts/me')).status).toBe(200);
  });

  it('ends when an operator removes the factors, which also stops its requests in progress', async () => {
    await refusesAfter(owner.accountId, removeAll);
    expect((await owner.get('/v1/accounts/me')).status).toBe(401);
    expect(await waiting()).toMatchObject({ account: { id: owner.accountId } });
  });

  it('ends when an operator removes its passkeys, which can no longer sign in', async () => {
    const { passkey } = await addPasskey(owner, ORIGIN);
    await removeAll();
    expect((await signInWithPasskey(anybody(), passkey)).status).toBe(401);
    expect(await waiting()).toMatchObject({ account: { id: owner.accountId } });
  });
});

describe('a sign-in that is waiting for its second factor', () => {
  it('gives access to nothing', async () => {
    const { token } = await waiting();
    for (const [method, path, body] of [
      ...changes(),
      ['GET', FACTORS] as const,
      ['GET', '/v1/sessions/current'] as const,
      ['POST', '/v1/accounts/me/tokens', {}] as const,
    ])
      for (const headers of [{ cookie: `session=${token}` }, bearer(token), { apikey: token }] as Record<
        string,
        string
      >[])
        expect((await anybody().call(method, path, { body, headers })).status).toBe(401);
    expect((await anybody().post('/v1/sessions/link', { token })).status).toBe(400);
  });

  it('accepts no factor of another account', async () => {
    const other = await signedInCaller(app());
    const { secret, recoveryCodes } = await addTotp(app(), other);
    const { token } = await waiting();
    for (const code of [totpCode(secret), recoveryCodes[0]])
      expect((await finish(token, code)).status).toBe(401);
  });

  it('accepts no code of an unconfirmed app', async () => {
    const { body } = await owner.post<{ secret: string }>(`${FACTORS}/totp`, {});
    expect((await finish((await waiting()).token, totpCode(body.secret))).status).toBe(401);
  });

  it('expires after ten minutes', async () => {
    const { token } = await waiting();
    await app().runSql(`update waiting_sign_ins set created_at = now() - interval '10 minutes'`);
    expect((await finish(token)).status).toBe(400);
    await waiting();
    await app().app.get(RetentionService).work(new Date());
    expect(await app().runSql('select count(*)::int as waiting from waiting_sign_ins')).toEqual([
      { waiting: 1 },
    ]);
  });

  it('ends when its owner signs out elsewhere, changes or resets the password, or is disabled', async () => {
    const { token: before } = await waiting();
    await owner.delete('/v1/sessions');
    expect((await finish(before)).status).toBe(400);

    const first = await waiting();
    await owner.call('PUT', '/v1/accounts/me/password', {
      body: { current_password: PASSWORD, new_password: NEW_PASSWORD },
    });
    expect((await finish(first.token)).status).toBe(400);

    const second = await waiting(NEW_PASSWORD);
    const token = await linkFor('password-reset');
    await anybody().post('/v1/password-resets/complete', { token, new_password: PASSWORD });
    expect((await finish(second.token)).status).toBe(400);

    const third = await waiting();
    const path = `/v1/accounts/${owner.accountId}`;
    await admin.call('PATCH', path, { body: { status: 'disabled' } });
    expect((await finish(third.token)).status).toBe(400);
  });
});

describe('no way to sign in bypasses the second factor', () => {
  it('not a password reset', async () => {
    const token = await linkFor('password-reset');
    await anybody().post('/v1/password-resets/complete', { token, new_password: NEW_PASSWORD });
    expect(await waiting(NEW_PASSWORD)).toMatchObject({ factor_required: ['totp'] });
  });

  it('not a sign-in link', async () => {
    const { status, body } = await anybody().post<{ token: string }>('/v1/sessions/link', {
      token: await linkFor('sign-in'),
    });
    expect([status, body]).toEqual([200, { factor_required: ['totp'], token: expect.any(String) }]);
    const done = await finish(body.token);
    expect([done.status, done.body]).toEqual([
      201,
      expect.objectContaining({ session: expect.objectContaining({ method: 'link' }) }),
    ]);
  });

  it("not a feature's own method", async () => {
    const { em } = app().app.get(MikroORM);
    const address = { address: '127.0.0.1', requestId: null, accountId: null, clientId: null };
    const begun = RequestContext.create(em, async () => {
      const account = await em.findOneOrFail(Account, { id: owner.accountId });
      return app()
        .app.get(SessionsService)
        .begin(account, 'company', { kind: 'account', ...address });
    });
    await expect(begun).rejects.toMatchObject({ code: 'forbidden' });
    // Features can call everything that this service has.
    const named = Object.getOwnPropertyNames(SessionsService.prototype).filter((name) =>
      /^(begin|create|sign|start)/.test(name),
    );
    expect(named).toEqual(['begin', 'beginOrAsk']);
  });
});
