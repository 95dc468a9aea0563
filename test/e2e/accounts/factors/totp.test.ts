import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RetentionService } from '../../../../src/core/retention/retention.service.js';
import { ApiCaller, PASSWORD, signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import {
  type AddedFactor,
  addTotp,
  FACTORS,
  forgetStep,
  signInWithPassword,
  totpCode,
} from '../../../support/factors.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp({ PUBLIC_URL: 'https://weather.example' });
const instance = '/v1/sessions/factor';

interface Listed {
  data: { id: string }[];
  recovery_codes_left: number;
}

let owner: SignedInCaller;
beforeAll(async () => {
  // The administrator.
  await signedInCaller(app());
});
beforeEach(async () => {
  owner = await signedInCaller(app());
});

const anybody = () => new ApiCaller(app().url);
const list = async () => (await owner.get<Listed>(FACTORS)).body;
const waitingToken = async () => (await signInWithPassword(anybody(), owner, PASSWORD)).body.token;
const finish = (token: string, code: string, caller = anybody()) => caller.post(instance, { token, code });
const actions = async () => {
  const path = `/v1/audit?account_id=${owner.accountId}`;
  const { body } = await owner.get<{ data: { action: string }[] }>(path);
  return body.data.map(({ action }) => action).filter((action) => /factor|recovery/.test(action));
};

it('computes the codes of RFC 6238, appendix B', () => {
  // "12345678901234567890" in base 32, and the last six digits of the SHA-1 column.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  expect([59, 1_111_111_109, 20_000_000_000].map((s) => totpCode(secret, 0, s * 1000))).toEqual([
    '287082',
    '081804',
    '353130',
  ]);
});

/** As East Asian keyboards write ASCII characters. */
const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));

describe('an authenticator app', () => {
  it('becomes active once it is confirmed, and creates recovery codes', async () => {
    const begun = await owner.post<{ id: string; secret: string; uri: string }>(`${FACTORS}/totp`, {
      name: 'Phone',
    });
    expect(begun.status).toBe(201);
    const { id, secret, uri } = begun.body;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const { protocol, host, pathname, searchParams } = new URL(uri);
    expect([protocol, host, decodeURIComponent(pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/weather.example:${owner.email}`,
    ]);
    expect(Object.fromEntries(searchParams)).toMatchObject({ secret, issuer: 'weather.example' });
    expect(await list()).toEqual({ data: [], recovery_codes_left: 0 });
    expect((await signInWithPassword(anybody(), owner, PASSWORD)).status).toBe(201);

    const wrong = await owner.post(`${FACTORS}/${id}/confirm`, { code: totpCode(secret, 20) });
    expectProblem(wrong, 400, 'invalid_parameter', {
      type: 'https://weather.example/docs/errors#invalid_parameter',
      instance: `${FACTORS}/${id}/confirm`,
      pointers: ['/code'],
    });
    const confirmed = await owner.post<{ factor: object; recovery_codes: string[] }>(
      `${FACTORS}/${id}/confirm`,
      { code: totpCode(secret) },
    );
    expect(confirmed.status).toBe(200);
    const { factor, recovery_codes } = confirmed.body;
    expect(factor).toEqual({
      id,
      type: 'totp',
      name: 'Phone',
      created_at: expect.any(String),
      last_used_at: expect.any(String),
    });
    expect(new Set(recovery_codes).size).toBe(10);
    for (const code of recovery_codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    expect(await list()).toEqual({ data: [factor], recovery_codes_left: 10 });
    expect(await actions()).toEqual(['factor.added']);

    const kept = JSON.stringify([
      await app().runSql('select * from factors'),
      await app().runSql('select * from recovery_codes'),
      await app().runSql('select * from audit_events'),
      app().logLines,
    ]);
    for (const text of [secret, ...recovery_codes]) expect(kept).not.toContain(text);
    // The code used for confirmation can't be used again.
    expect((await finish(await waitingToken(), totpCode(secret))).status).toBe(401);
  });

  it('is deleted unless it is confirmed within ten minutes', async () => {
    const { body } = await owner.post<{ id: string; secret: string }>(`${FACTORS}/totp`, {});
    await app().runSql(`update factors set created_at = now() - interval '10 minutes' where id = ?`, [
      body.id,
    ]);
    const path = `${FACTORS}/${body.id}/confirm`;
    expect((await owner.post(path, { code: totpCode(body.secret) })).status).toBe(404);
    await app().app.get(RetentionService).work(new Date());
    expect(await app().runSql('select 1 from factors where id = ?', [body.id])).toEqual([]);
  });

  it('is limited to ten factors per account', async () => {
    const { id } = await addTotp(app(), owner);
    await app().runSql(
      `insert into factors (id, account_id, type, name, secret, created_at, confirmed_at)
       select id || n, account_id, type, name, secret, now(), now() from factors, generate_series(1, 9) n where id = ?`,
      [id],
    );
    expect((await owner.post(`${FACTORS}/totp`, {})).status).toBe(409);
  });
});

describe('signing in', () => {
  let factor: AddedFactor;
  beforeEach(async () => {
    factor = await addTotp(app(), owner);
  });

  it('requires a code, and accepts each code once', async () => {
    const caller = anybody();
    const asked = await signInWithPassword(caller, owner, PASSWORD);
    expect(asked.status).toBe(200);
    expect(asked.body).toEqual({ factor_required: ['totp'], token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(asked.headers.getSetCookie()).toEqual([]);
    expect(asked.headers.get('cache-control')).toBe('no-store');
    const code = totpCode(factor.secret);
    const done = await finish(asked.body.token, fullWidth(`${code.slice(0, 3)} ${code.slice(3)}`), caller);
    expect(done.status).toBe(201);
    expect(done.body).toMatchObject({ session: { method: 'password' }, account: { id: owner.accountId } });
    expect((await caller.get('/v1/accounts/me')).status).toBe(200);
    const { body } = await caller.get<{ data: object[] }>(`/v1/audit?action=session.created&limit=1`);
    expect(body.data).toMatchObject([{ details: { method: 'password', factor: 'totp' } }]);

    const replayed = await finish(await waitingToken(), code);
    expectProblem(replayed, 401, 'invalid_factor', {
      type: 'https://weather.example/docs/errors#invalid_factor',
      instance,
    });
    const again = await finish(asked.body.token, totpCode(factor.secret, 1));
    expect([again.status, again.body.code]).toEqual([400, 'invalid_parameter']);
  });

  it('accepts no code older than the last one', async () => {
    expect((await finish(await waitingToken(), totpCode(factor.secret, 1))).status).toBe(201);
    expect((await finish(await waitingToken(), totpCode(factor.secret))).status).toBe(401);
  });

  it.each(['code', 'recovery code'])('succeeds once if the same %s is sent twice at once', async (kind) => {
    const tokens = [await waitingToken(), await waitingToken()];
    const code = kind === 'code' ? totpCode(factor.secret) : factor.recoveryCodes[0];
    const answers = await Promise.all(tokens.map((token) => finish(token, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
  });

  it('succeeds once if the same token is used twice at once', async () => {
    const token = await waitingToken();
    const codes = [totpCode(factor.secret), factor.recoveryCodes[0]];
    const answers = await Promise.all(codes.map((code) => finish(token, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  it('accepts a recovery code once, however it is typed', async () => {
    const [code, other] = factor.recoveryCodes;
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
    expect((await finish(await waitingToken(), typed)).status).toBe(201);
    expect((await list()).recovery_codes_left).toBe(9);
    expect((await finish(await waitingToken(), code)).status).toBe(401);
    expect((await finish(await waitingToken(), fullWidth(other).replaceAll('－', '–'))).status).toBe(201);
    expect(await actions()).toEqual([
      'recovery_code.used',
      'factor.failed',
      'recovery_code.used',
      'factor.added',
    ]);
  });

  it('replaces the earlier recovery codes by new ones', async () => {
    const { status, body } = await owner.post<{ recovery_codes: string[] }>(`${FACTORS}/recovery-codes`);
    expect(status).toBe(201);
    expect(body.recovery_codes).toHaveLength(10);
    expect((await finish(await waitingToken(), factor.recoveryCodes[0])).status).toBe(401);
    expect((await finish(await waitingToken(), body.recovery_codes[0])).status).toBe(201);
    expect((await actions()).at(-2)).toBe('recovery_codes.created');
  });

  it('requires no code once the last factor is removed', async () => {
    const second = await addTotp(app(), owner);
    expect(second.recoveryCodes).toBeNull();
    expect((await owner.delete(`${FACTORS}/${factor.id}`)).status).toBe(204);
    expect((await list()).recovery_codes_left).toBe(10);
    expect((await signInWithPassword(anybody(), owner, PASSWORD)).status).toBe(200);
    expect((await owner.delete(`${FACTORS}/${second.id}`)).status).toBe(204);
    expect(await list()).toEqual({ data: [], recovery_codes_left: 0 });
    expect((await signInWithPassword(anybody(), owner, PASSWORD)).status).toBe(201);
    expect((await owner.post(`${FACTORS}/recovery-codes`)).status).toBe(409);
    expect((await actions()).slice(0, 2)).toEqual(['factor.removed', 'factor.removed']);
  });

  it('fails after five wrong codes, and then throttles the account temporarily', async () => {
    const token = await waitingToken();
    const startMs = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(startMs);
    for (let i = 0; i < 5; i += 1)
      expect((await finish(token, totpCode(factor.secret, 20 + i))).status).toBe(401);
    expect((await finish(token, totpCode(factor.secret))).status).toBe(400);
    const limited = await finish(await waitingToken(), totpCode(factor.secret));
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1']);
    clock.mockReturnValue(startMs + 1_100);
    await forgetStep(app(), factor.id);
    expect((await finish(await waitingToken(), totpCode(factor.secret))).status).toBe(201);
    clock.mockRestore();
  });
});
