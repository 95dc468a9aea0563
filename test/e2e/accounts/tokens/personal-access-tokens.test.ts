import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { RetentionService } from '../../../../src/core/retention/retention.service.js';
import { newId } from '../../../../src/core/http/identifier.js';
import { SecretHasherService } from '../../../../src/core/secrets/secret-hasher.service.js';
import { toBase62 } from '../../../../src/core/secrets/base62.js';
import {
  ApiCaller,
  bearer,
  createClient,
  createToken,
  PASSWORD,
  signedInCaller,
  type SignedInCaller,
} from '../../../support/api-caller.js';
import { changeMeanwhile } from '../../../support/change-meanwhile.js';
import { addTotp } from '../../../support/factors.js';
import { createOrganization, join } from '../../../support/organization-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';

const TOKENS = '/v1/accounts/me/tokens';
const CLIENTS = '/v1/clients';
const ME = '/v1/accounts/me';

interface Token {
  id: string;
  token: string;
  status: string;
  last_used_at: string | null;
}

const SECRETS = { KEY_SECRET: 'k'.repeat(32), KEY_SECRET_PREVIOUS: 'p'.repeat(32) };

const app = useTestApp({ TRUSTED_PROXIES: '127.0.0.1', ...SECRETS });
let admin: SignedInCaller;
let owner: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
  owner = await signedInCaller(app());
});

const anybody = () => new ApiCaller(app().url);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const wanted = (changes: object = {}) => ({
  name: 'Nightly report',
  scopes: ['clients:read'],
  expires_at: inDays(30),
  ...changes,
});
const tokensOf = async (caller: ApiCaller) => (await caller.get<{ data: Token[] }>(TOKENS)).body.data;

function expectRefused(answer: Awaited<ReturnType<ApiCaller['get']>>, instance: string, detail?: string) {
  expectProblem(answer, 401, 'invalid_token', { instance, detail });
  expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="weather", error="invalid_token"');
}

describe('a new token', () => {
  it('is shown once, and acts for its account without a cookie', async () => {
    const created = await owner.post<Token>(TOKENS, wanted());
    expect(created.status).toBe(201);
    expect(created.headers.get('cache-control')).toBe('no-store');
    const { token, ...rest } = created.body;
    expect(token).toMatch(/^pat_[0-9A-Za-z]{38}$/);
    expect(token.slice(-6)).toBe(toBase62(crc32(token.slice(4, 36)), 6));
    expect(rest).toEqual({
      id: expect.stringMatching(/^pat_[0-9A-Z]{26}$/),
      name: 'Nightly report',
      start: token.slice(0, 9),
      scopes: ['clients:read'],
      status: 'active',
      expires_at: expect.any(String),
      revoked_at: null,
      last_used_at: null,
      created_at: expect.any(String),
    });
    const clientId = await createClient(owner);
    const { body } = await anybody().get<{ data: { client_id: string }[] }>(CLIENTS, bearer(token));
    expect(body.data.map(({ client_id }) => client_id)).toContain(clientId);
    const listed = await owner.get<{ data: Token[] }>(TOKENS);
    expect(listed.body.data[0]).toEqual({ ...rest, last_used_at: expect.any(String) });
    expect(JSON.stringify(await app().runSql('select * from personal_access_tokens'))).not.toContain(token);
    expect(app().logLines.join('')).not.toContain(token);
  });

  it.each<[string, object, string]>([
    ['no scope', { scopes: [] }, '/scopes'],
    ['a repeated scope', { scopes: ['clients:read', 'clients:read'] }, '/scopes'],
    ['a scope of keys', { scopes: ['forecast:read'] }, '/scopes'],
    ['no end', { expires_at: undefined }, '/expires_at'],
    ['an end in the past', { expires_at: inDays(-1) }, '/expires_at'],
    ['an end after more than 366 days', { expires_at: inDays(367) }, '/expires_at'],
    ['no name', { name: '' }, '/name'],
    ['an unknown member', { admin: true }, '/admin'],
  ])('with %s is rejected', async (_, changes, pointer) => {
    const answer = await owner.post(TOKENS, wanted(changes));
    expectProblem(answer, 400, 'invalid_parameter', { instance: TOKENS, pointers: [pointer] });
  });

  it('needs a fresh sign-in', async () => {
    const late = await signedInCaller(app());
    await app().runSql(
      `update sessions set authenticated_at = now() - interval '11 minutes' where account_id = ?`,
      [late.accountId],
    );
    expectProblem(await late.post(TOKENS, wanted()), 403, 'fresh_sign_in_required', { instance: TOKENS });
  });

  it('is refused if the account changes in the meantime, such as its password, which ends all tokens', async () => {
    const changed = await signedInCaller(app());
    const answer = await changeMeanwhile(
      app(),
      { table: 'accounts', id: changed.accountId },
      () => changed.post(TOKENS, wanted()),
      ['update accounts set updated_at = now() where id = ?', [changed.accountId]],
    );
    expectProblem(answer, 409, 'conflict', { instance: TOKENS });
  });

  it('is limited to fifty per account', async () => {
    const busy = await signedInCaller(app());
    const [first] = await Promise.all(Array.from({ length: 50 }, () => createToken(busy, ['clients:read'])));
    expectProblem(await busy.post(TOKENS, wanted()), 409, 'conflict', { instance: TOKENS });
    await busy.delete(`${TOKENS}/${first.id}`);
    expect((await busy.post(TOKENS, wanted())).status).toBe(201);
  });
});

it.each(['revoked_at', 'expires_at'])('is deleted 90 days after its %s', async (column) => {
  const { id } = await createToken(owner, ['clients:read']);
  const isListed = async (daysAgo: number) => {
    await app().runSql(
      `update personal_access_tokens set ${column} = now() - make_interval(days => ?) where id = ?`,
      [daysAgo, id],
    );
    await app().app.get(RetentionService).work(new Date());
    return (await tokensOf(owner)).some((token) => token.id === id);
  };
  expect(await isListed(89)).toBe(true);
  expect(await isListed(91)).toBe(false);
});

describe('a token is rejected', () => {
  it('by weather routes, which say what they require', async () => {
    const { token } = await createToken(owner, ['clients:read']);
    const answer = await anybody().get('/v1/weather/forecast?lat=52&lon=21', bearer(token));
    expectRefused(
      answer,
      '/v1/weather/forecast',
      "This request needs an API key or a client's access token. Personal access tokens don't work here.",
    );
  });

  it.each<[string, (token: string) => string]>([
    ['with another checksum', (token) => `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`],
    ['that nobody has', () => `pat_${'0'.repeat(32)}${toBase62(crc32('0'.repeat(32)), 6)}`],
    ['that is the ID', () => 'pat_01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['that is too long', (token) => `${token}0`],
  ])('%s', async (_, alter) => {
    const { token } = await createToken(owner, ['clients:read']);
    expectRefused(await anybody().get(CLIENTS, bearer(alter(token))), CLIENTS);
    expectRefused(await anybody().get('/v1/usage', bearer(alter(token))), '/v1/usage');
  });

  it('once it has expired', async () => {
    const { id, token } = await createToken(owner, ['clients:read']);
    await app().runSql(`update personal_access_tokens set expires_at = now() where id = ?`, [id]);
    expectRefused(
      await anybody().get(CLIENTS, bearer(token)),
      CLIENTS,
      'The personal access token has expired.',
    );
    expect((await tokensOf(owner)).find((one) => one.id === id)!.status).toBe('expired');
  });

  it('once it was revoked, which can be repeated without effect', async () => {
    const { id, token } = await createToken(owner, ['clients:read']);
    for (let i = 0; i < 2; i += 1) expect((await owner.delete(`${TOKENS}/${id}`)).status).toBe(204);
    expectRefused(
      await anybody().get(CLIENTS, bearer(token)),
      CLIENTS,
      'The personal access token was revoked.',
    );
    const { body } = await owner.get<{ data: { target_id: string; action: string }[] }>(
      '/v1/audit?limit=100',
    );
    expect(body.data.filter(({ target_id }) => target_id === id).map(({ action }) => action)).toEqual([
      'personal_access_token.revoked',
      'personal_access_token.created',
    ]);
  });

  it('together with a session cookie, valid or not', async () => {
    const { token } = await createToken(owner, ['clients:read']);
    for (const cookie of [owner.cookie!, 'session=wrong']) {
      const answer = await anybody().get(CLIENTS, { ...bearer(token), cookie });
      expectProblem(answer, 400, 'ambiguous_credentials', { instance: CLIENTS });
    }
  });

  it('while its account is disabled', async () => {
    const member = await signedInCaller(app());
    const { token } = await createToken(member, ['profile:read']);
    await app().runSql(`update accounts set status = 'disabled' where id = ?`, [member.accountId]);
    expectProblem(await anybody().get(ME, bearer(token)), 403, 'account_disabled', { instance: ME });
  });

  it.each<[string, (caller: SignedInCaller) => Promise<{ status: number }>]>([
    [
      'its account’s password was changed',
      (caller) =>
        caller.call('PUT', `${ME}/password`, {
          body: { current_password: PASSWORD, new_password: 'another quiet morning' },
        }),
    ],
    [
      'its account was disabled and enabled',
      async ({ accountId }) => {
        const patch = (status: string) =>
          admin.call('PATCH', `/v1/accounts/${accountId}`, { body: { status } });
        await patch('disabled');
        return patch('active');
      },
    ],
    [
      'one of its ways to sign in was removed',
      async (caller) => {
        const { body } = await caller.get<{ data: { id: string }[] }>(`${ME}/identities`);
        const other = `insert into identities select ?, account_id, 'https://sso.example', id, null, now() from identities where id = ?`;
        await app().runSql(other, [newId('idn'), body.data[0].id]);
        return caller.delete(`${ME}/identities/${body.data[0].id}`);
      },
    ],
    ['its account got its first factor', (caller) => addTotp(app(), caller).then(() => caller.get(ME))],
    ['its account was deleted', (caller) => caller.call('DELETE', ME, { body: { password: PASSWORD } })],
  ])('after %s', async (_, end) => {
    const member = await signedInCaller(app());
    const { token } = await createToken(member, ['profile:read']);
    expect((await anybody().get(ME, bearer(token))).status).toBe(200);
    expect((await end(member)).status).toBeLessThan(300);
    expectRefused(await anybody().get(ME, bearer(token)), ME);
  });

  it('but not after adding a further factor', async () => {
    const member = await signedInCaller(app());
    await addTotp(app(), member);
    const { token } = await createToken(member, ['profile:read']);
    await addTotp(app(), member);
    expect((await anybody().get(ME, bearer(token))).status).toBe(200);
  });

  it('and throttled by address, while valid tokens from there still work', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    const { token } = await createToken(owner, ['clients:read']);
    const statuses: number[] = [];
    for (let i = 0; i < 120; i += 1)
      statuses.push((await anybody().get(CLIENTS, { ...headers, ...bearer('pat_wrong') })).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    expect((await anybody().get(CLIENTS, { ...headers, ...bearer(token) })).status).toBe(200);
  });
});

it('keeps working after KEY_SECRET is replaced, and is rehashed', async () => {
  const { id, token } = await createToken(owner, ['clients:read']);
  const hashUnder = (secret: string) => new SecretHasherService(secret).hash(token);
  const set = 'update personal_access_tokens set token_hash = ? where id = ?';
  await app().runSql(set, [hashUnder('a secret of nobody, long enough for one'), id]);
  expectRefused(await anybody().get(CLIENTS, bearer(token)), CLIENTS);
  await app().runSql(set, [hashUnder(SECRETS.KEY_SECRET_PREVIOUS), id]);
  expect((await anybody().get(CLIENTS, bearer(token))).status).toBe(200);
  expect(await app().runSql('select token_hash from personal_access_tokens where id = ?', [id])).toEqual([
    { token_hash: hashUnder(SECRETS.KEY_SECRET) },
  ]);
});

it('immediately loses the permissions that its account loses', async () => {
  const member = await signedInCaller(app());
  const organizationId = await createOrganization(owner);
  await join(owner, organizationId, member, 'developer');
  const clientId = await createClient(owner, { organization_id: organizationId });
  const path = `${CLIENTS}/${clientId}`;
  const { token } = await createToken(member, ['clients:manage']);
  const rename = () => anybody().call('PATCH', path, { body: { name: 'Renamed' }, headers: bearer(token) });
  expect((await rename()).status).toBe(200);
  const membership = `/v1/organizations/${organizationId}/members/${member.accountId}`;
  await owner.call('PATCH', membership, { body: { role: 'viewer' } });
  expectProblem(await rename(), 403, 'forbidden', { instance: path });
  await member.delete(membership);
  expectProblem(await rename(), 404, 'not_found', { instance: path });
});

it('can make changes whatever cross-site headers are sent', async () => {
  const { token } = await createToken(owner, ['clients:manage']);
  const fromElsewhere: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://elsewhere.example' },
  ];
  for (const headers of fromElsewhere)
    expect((await anybody().post(CLIENTS, { name: 'Made' }, { ...headers, ...bearer(token) })).status).toBe(
      201,
    );
  // Signing in creates a cookie, so it stays protected.
  const signIn = await anybody().post(
    '/v1/sessions',
    { email: owner.email, password: PASSWORD },
    { 'sec-fetch-site': 'cross-site', ...bearer(token) },
  );
  expectProblem(signIn, 403, 'cross_site_request', { instance: '/v1/sessions' });
});

it('is named in the audit trail', async () => {
  const { id, token } = await createToken(owner, ['clients:manage']);
  const { body } = await anybody().post<{ client_id: string }>(CLIENTS, { name: 'Made' }, bearer(token));
  const audit = await owner.get<{ data: { actor: object }[] }>(`/v1/audit?client_id=${body.client_id}`);
  expect(audit.body.data[0].actor).toMatchObject({
    kind: 'account',
    account_id: owner.accountId,
    token_id: id,
  });
});
