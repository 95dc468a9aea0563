/** @slow */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AttemptsService } from '../../../../src/core/attempts/attempts.service.js';
import { ApiCaller, PASSWORD, signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { addTotp, FACTORS, signInWithPassword } from '../../../support/factors.js';
import {
  type AddedPasskey,
  addPasskey,
  type Deviation,
  optionsOf,
  ORIGIN,
  PASSKEY,
  SIGN_IN,
  signInWithPasskey,
  SoftwarePasskey,
  WRONG_ANSWERS,
} from '../../../support/passkeys.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp({ PUBLIC_URL: ORIGIN, TRUSTED_PROXIES: '127.0.0.1' });
const FACTOR = '/v1/sessions/factor';

interface Listed {
  data: { id: string; name: string; last_used_at: string | null }[];
}

let owner: SignedInCaller;
let added: AddedPasskey;
let addresses = 0;
beforeAll(async () => {
  // The administrator.
  await signedInCaller(app());
});
beforeEach(async () => {
  // All accounts come from one network, whose registrations are throttled.
  await app().app.get(AttemptsService).clear('registration', '127.0.0.1');
  owner = await signedInCaller(app());
  added = await addPasskey(owner, ORIGIN, 'Laptop');
});

/** Returns a caller with its own address, since failures are counted per address. */
function anybody(): ApiCaller {
  addresses += 1;
  const caller = new ApiCaller(app().url);
  const address = `2001:db8:${addresses}::1`;
  const call = caller.call.bind(caller);
  caller.call = (method, path, options = {}) =>
    call(method, path, { ...options, headers: { 'x-forwarded-for': address, ...options.headers } });
  return caller;
}
const list = async () => (await owner.get<Listed>(FACTORS)).body;
const actions = async () => {
  const path = `/v1/audit?account_id=${owner.accountId}`;
  const { body } = await owner.get<{ data: { action: string }[] }>(path);
  return body.data.map(({ action }) => action).filter((action) => /factor|recovery/.test(action));
};
const waitingToken = async () => (await signInWithPassword(anybody(), owner, PASSWORD)).body.token;
const finish = async (token: string, passkey: SoftwarePasskey, deviation?: Deviation) => {
  const credential = passkey.get(await optionsOf(anybody(), FACTOR, { token }), deviation);
  return anybody().post(FACTOR, { token, credential });
};

describe('a new passkey', () => {
  it('is listed without its key, and creates recovery codes if it is the first factor', async () => {
    expect(added.recoveryCodes).toHaveLength(10);
    expect(await list()).toEqual({
      data: [
        { id: added.id, type: 'passkey', name: 'Laptop', created_at: expect.any(String), last_used_at: null },
      ],
      recovery_codes_left: 10,
    });
    expect(await actions()).toEqual(['factor.added']);
    const second = await addPasskey(owner, ORIGIN);
    expect(second.recoveryCodes).toBeNull();
    expect((await list()).data.map(({ name }) => name)).toEqual(['Laptop', 'Passkey']);
  });

  it("ends the account's other sessions if it is the first factor", async () => {
    await owner.delete(`${FACTORS}/${added.id}`);
    const elsewhere = anybody();
    expect((await signInWithPassword(elsewhere, owner, PASSWORD)).status).toBe(201);
    await addPasskey(owner, ORIGIN);
    expect((await elsewhere.get('/v1/accounts/me')).status).toBe(401);
  });

  it.each(WRONG_ANSWERS)('is rejected with %s', async (_, deviation) => {
    const credential = new SoftwarePasskey(ORIGIN).create(await optionsOf(owner, PASSKEY), deviation);
    const answer = await owner.post(PASSKEY, { credential });
    expectProblem(answer, 400, 'invalid_parameter', {
      type: `${ORIGIN}/docs/errors#invalid_parameter`,
      instance: PASSKEY,
      pointers: ['/credential'],
    });
    expect((await list()).data).toHaveLength(1);
  });

  it('is requested with names, as discoverable, with user verification, and once per authenticator', async () => {
    expect(await optionsOf(owner, PASSKEY)).toMatchObject({
      rp: { id: 'weather.example', name: 'weather.example' },
      user: { name: owner.email, id: Buffer.from(owner.accountId).toString('base64url') },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: added.passkey.id, type: 'public-key' }],
    });
  });

  it('consumes a challenge once, within five minutes, in the session that requested it for adding', async () => {
    const passkey = new SoftwarePasskey(ORIGIN);
    const add = (credential: object, caller: ApiCaller = owner) => caller.post(PASSKEY, { credential });
    const options = await optionsOf(owner, PASSKEY);
    const other = await signedInCaller(app());
    expect((await add(passkey.create(options), other)).status).toBe(400);
    const elsewhere = anybody();
    await signInWithPasskey(elsewhere, added.passkey);
    expect((await add(passkey.create(options), elsewhere)).status).toBe(400);

    await app().runSql(`update passkey_challenges set created_at = now() - interval '5 minutes'`);
    expect((await add(passkey.create(options))).status).toBe(400);
    const first = await optionsOf(owner, PASSKEY);
    const second = await optionsOf(owner, PASSKEY);
    expect((await add(passkey.create(first))).status).toBe(400);
    const right = passkey.create(second);
    expect((await add(right)).status).toBe(201);
    await owner.delete(`${FACTORS}/${(await list()).data[1].id}`);
    expect((await add(right)).status).toBe(400);

    const { challenge } = await optionsOf(anybody(), SIGN_IN);
    expect((await add(passkey.create({ ...second, challenge }))).status).toBe(400);
  });

  it("can't reuse the credential id of another account's passkey", async () => {
    const other = await signedInCaller(app());
    const copy = new SoftwarePasskey(ORIGIN);
    copy.id = added.passkey.id;
    const credential = copy.create(await optionsOf(other, PASSKEY));
    expect((await other.post(PASSKEY, { credential })).status).toBe(400);
    expect((await signInWithPasskey(anybody(), added.passkey)).status).toBe(201);
  });

  it('is limited to ten factors per account', async () => {
    for (let i = 1; i < 10; i += 1) await addPasskey(owner, ORIGIN);
    expect((await owner.post(`${PASSKEY}/options`)).status).toBe(409);
  });
});

describe('signing in with a passkey alone', () => {
  it('begins a session that counts as a fresh sign-in with both factors', async () => {
    const caller = anybody();
    const { status, body } = await signInWithPasskey(caller, added.passkey);
    expect(status).toBe(201);
    expect(body).toMatchObject({ session: { method: 'passkey' }, account: { id: owner.accountId } });
    expect((await list()).data[0].last_used_at).not.toBeNull();
    expect((await caller.delete(`${FACTORS}/${added.id}`)).status).toBe(204);
  });

  it('sends everyone the same options', async () => {
    const { challenge, ...first } = await optionsOf(anybody(), SIGN_IN);
    const { challenge: another, ...second } = await optionsOf(owner, SIGN_IN);
    expect(first).toEqual(second);
    expect(first).toEqual({
      rpId: 'weather.example',
      userVerification: 'required',
      timeout: 300_000,
      allowCredentials: [],
    });
    expect(challenge).not.toBe(another);
  });

  const refused = async (passkey: SoftwarePasskey, deviation?: Deviation) =>
    (await signInWithPasskey(anybody(), passkey, deviation)).body;

  it.each([
    ...WRONG_ANSWERS,
    ['the account of somebody else', { userHandle: Buffer.from('acc_x').toString('base64url') }],
    ['a passkey that nobody has', { credentialId: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ] as [string, Deviation][])('fails with the same response for %s', async (_, deviation) => {
    const stranger = await refused(new SoftwarePasskey(ORIGIN));
    expect(stranger).toMatchObject({ status: 401, code: 'invalid_passkey' });
    expect(await refused(added.passkey, deviation)).toEqual(stranger);
  });

  it('rejects the signature of another key', async () => {
    const other = new SoftwarePasskey(ORIGIN);
    other.id = added.passkey.id;
    other.userHandle = added.passkey.userHandle;
    expect((await signInWithPasskey(anybody(), other)).status).toBe(401);
  });

  it('accepts a response once, within five minutes, to a challenge for signing in', async () => {
    const send = (credential: object) => anybody().post(SIGN_IN, { credential });
    const options = await optionsOf(anybody(), SIGN_IN);
    const answer = added.passkey.get(options);
    expect((await send(answer)).status).toBe(201);
    expect((await send(answer)).status).toBe(401);
    expect((await send(added.passkey.get(options))).status).toBe(401);

    const late = added.passkey.get(await optionsOf(anybody(), SIGN_IN));
    await app().runSql(`update passkey_challenges set created_at = now() - interval '5 minutes'`);
    expect((await send(late)).status).toBe(401);
    const token = await waitingToken();
    expect((await send(added.passkey.get(await optionsOf(anybody(), FACTOR, { token })))).status).toBe(401);
    const { challenge } = await optionsOf(owner, PASSKEY);
    expect((await send(added.passkey.get({ ...options, challenge }))).status).toBe(401);
  });

  it('uses up the challenge even if the response is wrong', async () => {
    const options = await optionsOf(anybody(), SIGN_IN);
    const send = (deviation?: Deviation) =>
      anybody().post(SIGN_IN, { credential: added.passkey.get(options, deviation) });
    expect((await send({ isVerified: false })).status).toBe(401);
    expect((await send()).status).toBe(401);
  });

  it('succeeds once if the same response is sent twice at once', async () => {
    const credential = added.passkey.get(await optionsOf(anybody(), SIGN_IN));
    const answers = await Promise.all([1, 2].map(() => anybody().post(SIGN_IN, { credential })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
  });

  it('rejects a passkey whose signature counter does not increase', async () => {
    const counting = async (count: number) =>
      (await signInWithPasskey(anybody(), added.passkey, { count })).status;
    // Many authenticators never count.
    const statuses = [];
    for (const count of [0, 0, 7, 7, 0, 8]) statuses.push(await counting(count));
    expect(statuses).toEqual([201, 201, 201, 401, 401, 201]);
    expect((await actions()).slice(0, 2)).toEqual(['factor.failed', 'factor.failed']);
  });

  it('stops when the passkey is removed, and is refused to a disabled account', async () => {
    await app().runSql(`update accounts set status = 'disabled' where id = ?`, [owner.accountId]);
    expect((await signInWithPasskey(anybody(), added.passkey)).body).toMatchObject({
      code: 'account_disabled',
    });
    await app().runSql(`update accounts set status = 'active' where id = ?`, [owner.accountId]);
    const thief = anybody();
    expect((await signInWithPasskey(thief, added.passkey)).status).toBe(201);
    expect((await owner.delete(`${FACTORS}/${added.id}`)).status).toBe(204);
    expect((await thief.get('/v1/accounts/me')).status).toBe(401);
    expect((await signInWithPasskey(anybody(), added.passkey)).status).toBe(401);
    expect(await actions()).toEqual(['factor.removed', 'factor.added']);
  });

  it('throttles repeated failures, whether or not the passkey exists', async () => {
    for (const passkey of [added.passkey, new SoftwarePasskey(ORIGIN)]) {
      for (let i = 0; i < 5; i += 1)
        expect((await signInWithPasskey(anybody(), passkey, { isVerified: false })).status).toBe(401);
      expect((await signInWithPasskey(anybody(), passkey)).status).toBe(429);
    }
  });
});

describe('a passkey as the second factor', () => {
  it('completes a sign-in, as a code does', async () => {
    await addTotp(app(), owner);
    const { body } = await signInWithPassword(anybody(), owner, PASSWORD);
    expect([...body.factor_required].sort()).toEqual(['passkey', 'totp']);
    const options = await optionsOf(anybody(), FACTOR, { token: body.token });
    expect(options.allowCredentials).toEqual([
      { id: added.passkey.id, type: 'public-key', transports: ['internal'] },
    ]);
    const done = await anybody().post(FACTOR, { token: body.token, credential: added.passkey.get(options) });
    expect([done.status, done.body]).toEqual([
      201,
      expect.objectContaining({ session: expect.objectContaining({ method: 'password' }) }),
    ]);
    const path = `/v1/audit?account_id=${owner.accountId}&action=session.created`;
    const { body: audit } = await owner.get<{ data: { details: object }[] }>(path);
    expect(audit.data[0].details).toEqual({ method: 'password', factor: 'passkey' });
  });

  it.each(WRONG_ANSWERS)('is rejected with %s', async (_, deviation) => {
    const answer = await finish(await waitingToken(), added.passkey, deviation);
    expect([answer.status, answer.body]).toEqual([401, expect.objectContaining({ code: 'invalid_factor' })]);
    expect((await actions())[0]).toBe('factor.failed');
  });

  it('must belong to the account, and respond to the challenge of this sign-in', async () => {
    const other = await addPasskey(await signedInCaller(app()), ORIGIN);
    expect((await finish(await waitingToken(), other.passkey)).status).toBe(401);
    const [first, second] = [await waitingToken(), await waitingToken()];
    const options = await optionsOf(anybody(), FACTOR, { token: first });
    const send = (token: string) => anybody().post(FACTOR, { token, credential: added.passkey.get(options) });
    expect((await send(second)).status).toBe(401);
    const { challenge } = await optionsOf(anybody(), SIGN_IN);
    const credential = added.passkey.get({ ...options, challenge });
    expect((await anybody().post(FACTOR, { token: first, credential })).status).toBe(401);
    expect((await send(first)).status).toBe(201);
  });

  it('is requested only with a valid token and if the account has one', async () => {
    expect((await anybody().post(`${FACTOR}/options`, { token: 'x' })).status).toBe(400);
    await owner.delete(`${FACTORS}/${added.id}`);
    await addTotp(app(), owner);
    const answer = await anybody().post(`${FACTOR}/options`, { token: await waitingToken() });
    expect(answer.status).toBe(409);
  });

  it('can be replaced by a code, but exactly one of them must be given', async () => {
    const token = await waitingToken();
    const credential = added.passkey.get(await optionsOf(anybody(), FACTOR, { token }));
    for (const body of [{ token }, { token, code: '123456', credential }])
      expect((await anybody().post(FACTOR, body)).status).toBe(400);
    expect((await anybody().post(FACTOR, { token, code: added.recoveryCodes[0] })).status).toBe(201);
  });
});
