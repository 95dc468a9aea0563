import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ATTEMPT_LIMITS } from '../../../../src/core/attempts/attempt-limits.js';
import { AttemptsService } from '../../../../src/core/attempts/attempts.service.js';
import { networkOf } from '../../../../src/core/network/address-range.js';
import { SessionsService } from '../../../../src/accounts/sessions/sessions.service.js';
import { OpenIdProvider } from '../../../../src/organizations/single-sign-on/openid-provider.js';
import { SignInFailure } from '../../../../src/organizations/single-sign-on/sign-in-failure.js';
import { ApiCaller, signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { addTotp, totpCode } from '../../../support/factors.js';
import { signingKey, startOpenIdIssuer, type OpenIdIssuer } from '../../../support/openid-issuer.js';
import { expectProblem } from '../../../support/problems.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';
import { changeIdToken } from './id-tokens.js';
import { SsoBrowser } from './sso-browser.js';

const redirectUri = 'http://localhost:3000/v1/sessions/oidc/oidc/callback';
const IDENTITIES = '/v1/accounts/me/identities';
const BUTTON = { id: 'oidc', title: 'Continue with Example', url: '/v1/sessions/oidc/oidc' };

let issuer: OpenIdIssuer;
let app: TestApp;
let browser: SsoBrowser;
beforeAll(async () => {
  issuer = await startOpenIdIssuer({ redirectUri });
  app = await startTestApp({ ...issuer.environment, OIDC_BUTTON: 'Continue with Example' });
});
afterAll(async () => {
  await app.close();
  await issuer.stop();
});

let people = 0;
beforeEach(() => {
  people += 1;
  browser = new SsoBrowser(app);
  issuer.after = undefined;
  issuer.denies = false;
  issuer.person = { sub: `sub-${people}`, email: `ada-${people}@example.org`, name: 'Ada Example' };
});

describe('before there is an administrator', () => {
  it('creates neither an administrator nor an account', async () => {
    expect(await browser.signIn(issuer)).toBe('/login?problem=forbidden');
    expect(await app.runSql('select count(*)::int as accounts from accounts')).toEqual([{ accounts: 0 }]);
    // Registers the administrator for the tests below.
    await signedInCaller(app);
  });
});

it('is offered on the sign-in page', async () => {
  expect((await new ApiCaller(app.url).get('/v1/sessions/methods')).body).toEqual({
    password: true,
    password_reset: false,
    providers: [{ ...BUTTON, issuer: issuer.issuer }],
    passkeys: true,
  });
});

describe('a sign-in', () => {
  it('creates an account, and finds it the next time, even if its address has changed', async () => {
    expect(await browser.signIn(issuer)).toBe('/');
    const { session, account } = (await browser.current()).body;
    expect(session).toMatchObject({ method: 'oidc' });
    expect(account).toMatchObject({ full_name: 'Ada Example', email: issuer.person.email, role: 'member' });

    issuer.person = { ...issuer.person, email: 'countess@example.org' };
    const next = new SsoBrowser(app);
    await next.signIn(issuer);
    expect((await next.current()).body.account).toEqual(account);
  });

  it('requires only the second factor of the account', async () => {
    await browser.signIn(issuer, { query: '?fresh=true' });
    const { secret } = await addTotp(app, browser.caller());
    const again = new SsoBrowser(app);
    const location = await again.signIn(issuer, { query: '?next=/usage' });
    const [page, token] = location.split('#token=');
    expect(page).toBe('/login?next=%2Fusage');
    expect((await again.current()).status).toBe(401);
    const finished = await again.caller().post('/v1/sessions/factor', { token, code: totpCode(secret) });
    expect(finished).toMatchObject({ status: 201, body: { session: { method: 'oidc' } } });
  });

  it('uses the code flow with PKCE, the scopes, and a new state and nonce each time', async () => {
    const parameters = async () => {
      const { headers } = await browser.open('/v1/sessions/oidc/oidc');
      expect(headers.get('cache-control')).toBe('no-store');
      return Object.fromEntries(new URL(headers.get('location')!).searchParams);
    };
    const random = expect.stringMatching(/^[\w-]{43}$/) as unknown;
    const [first, second] = [await parameters(), await parameters()];

    expect(first).toEqual({
      client_id: 'weather',
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: random,
      nonce: random,
      code_challenge: random,
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(second[name]).not.toBe(first[name]);
  });

  it('leads to the requested page, if it is within the service', async () => {
    const next = '/usage?interval=day';
    expect(await browser.signIn(issuer, { query: `?next=${encodeURIComponent(next)}` })).toBe(next);

    for (const foreign of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/\t/evil.example',
      '',
    ])
      expectProblem(
        await new ApiCaller(app.url).get(`/v1/sessions/oidc/oidc?next=${encodeURIComponent(foreign)}`),
        400,
        'invalid_parameter',
        { instance: '/v1/sessions/oidc/oidc', parameters: ['next'] },
      );
  });

  it("uses the provider's current keys", async () => {
    await browser.signIn(issuer);
    const key = await signingKey('second');
    const changeToken = changeIdToken(issuer, { header: { kid: 'second' }, key });
    issuer.after = async (context) => {
      if (context.path === '/jwks') context.body = { keys: [{ ...key, d: undefined }] };
      await changeToken(context);
    };
    expect(await new SsoBrowser(app).signIn(issuer)).toBe('/');

    issuer.after = changeToken;
    expect(await new SsoBrowser(app).signIn(issuer)).toBe('/login?problem=refused');
  });

  it('ends the session that it replaces', async () => {
    await browser.signIn(issuer);
    const before = new ApiCaller(app.url);
    before.cookie = `session=${browser.cookies.get('session')}`;
    await browser.signIn(issuer);

    expect((await before.get('/v1/sessions/current')).status).toBe(401);
    expect((await browser.current()).status).toBe(200);
  });

  it('is audited with its method', async () => {
    await browser.signIn(issuer);
    const caller = browser.caller();
    const { body } = await caller.get<{ data: { action: string; details: unknown }[] }>('/v1/audit');
    expect(body.data.map(({ action, details }) => [action, details])).toEqual([
      ['session.created', { method: 'oidc' }],
      ['account.created', { role: 'member', issuer: issuer.issuer }],
    ]);
  });

  it('never joins an existing account with the same address, verified or not', async () => {
    const { email } = await signedInCaller(app);
    issuer.person = { ...issuer.person, email, email_verified: true };

    expect(await browser.signIn(issuer)).toBe('/login?problem=email_taken');
    expect((await browser.current()).status).toBe(401);
  });

  it('requires an address', async () => {
    issuer.person = { sub: issuer.person.sub };
    expect(await browser.signIn(issuer)).toBe('/login?problem=forbidden');
  });

  it('is refused if the account is disabled', async () => {
    await browser.signIn(issuer);
    await app.runSql(`update accounts set status = 'disabled' where email = ?`, [issuer.person.email]);
    expect(await new SsoBrowser(app).signIn(issuer)).toBe('/login?problem=account_disabled');
  });

  it('is refused if the identity is removed in the meantime', async () => {
    await browser.signIn(issuer);
    const sessions = app.app.get(SessionsService);
    const begin = sessions.beginOrAsk.bind(sessions);
    jest.spyOn(sessions, 'beginOrAsk').mockImplementationOnce(async (...session) => {
      await app.runSql('delete from identities where subject = ?', [issuer.person.sub]);
      return begin(...session);
    });
    const other = new SsoBrowser(app);
    expect(await other.signIn(issuer)).toBe('/login?problem=forbidden');
    expect((await other.current()).status).toBe(401);
    const sessionsOf = `select count(*)::int as begun from sessions s join accounts a on a.id = s.account_id where a.email = ?`;
    expect(await app.runSql(sessionsOf, [issuer.person.email])).toEqual([{ begun: 1 }]);
  });

  it('reports that the person cancelled', async () => {
    issuer.denies = true;
    expect(await browser.signIn(issuer)).toBe('/login?problem=cancelled');
  });

  it('responds with 404 for an unknown provider', async () => {
    for (const path of ['/v1/sessions/oidc/other', '/v1/sessions/oidc/other/callback'])
      expectProblem(await new ApiCaller(app.url).get(path), 404, 'not_found', { instance: path });
  });
});

describe('starting sign-ins from one network', () => {
  const NETWORK = networkOf('127.0.0.1');
  const start = (headers: Record<string, string> = {}) =>
    new SsoBrowser(app).open('/v1/sessions/oidc/oidc', { headers });
  const location = async () => (await start()).headers.get('location')!;
  /** Leaves one free attempt. */
  beforeEach(async () => {
    const attempts = app.app.get(AttemptsService);
    await attempts.clear('singleSignOn', NETWORK);
    for (let i = 1; i < ATTEMPT_LIMITS.singleSignOn.freeAttempts; i += 1)
      await attempts.note('singleSignOn', NETWORK);
  });
  afterAll(() => app.app.get(AttemptsService).clear('singleSignOn', NETWORK));

  it('is throttled if none succeeds, until one does', async () => {
    const callback = await browser.leave(issuer);
    expect(await location()).toBe('/login?problem=too_many_attempts');

    expect(await browser.arrive(callback)).toBe('/');
    for (let i = 0; i < 3; i += 1) expect(await location()).toContain(issuer.issuer);
  });

  it("isn't counted while the provider is unavailable", async () => {
    const away = new SignInFailure('unavailable');
    const asked = jest.spyOn(OpenIdProvider.prototype, 'authorizationUrl').mockRejectedValue(away);
    for (let i = 0; i < 3; i += 1) expect(await location()).toBe('/login?problem=unavailable');
    asked.mockRestore();
    expect(await location()).toContain(issuer.issuer);
  });

  it('leads a signed-in person to a page with the problem if it fails', async () => {
    await browser.signIn(issuer);
    const away = new SignInFailure('unavailable');
    jest.spyOn(OpenIdProvider.prototype, 'authorizationUrl').mockRejectedValueOnce(away);
    const again = await browser.open('/v1/sessions/oidc/oidc?fresh=true&next=/account');
    expect(again.headers.get('location')).toBe('/account?problem=unavailable');
  });

  it.each(['image', 'iframe', 'empty'])(
    "isn't allowed for another site's requests with the destination %s",
    async (destination) => {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': destination };
      for (let i = 0; i < 3; i += 1) expect((await start(headers)).status).toBe(403);
      const link = await start({ ...headers, 'sec-fetch-dest': 'document' });
      expect(link.headers.get('location')).toContain(issuer.issuer);
    },
  );
});

describe('a fresh sign-in', () => {
  const deleteAccount = () => browser.caller().call('DELETE', '/v1/accounts/me', { body: {} });
  const anew = { query: '?fresh=true&next=/account' };

  it('requires that the provider asked for authentication, and replaces the password', async () => {
    expect(await browser.signIn(issuer, anew)).toBe('/account');
    expect((await deleteAccount()).status).toBe(204);
  });

  it.each([
    ['remembered them', { auth_time: Math.floor(Date.now() / 1000) - 3600 }],
    ['does not say', { auth_time: undefined }],
  ])("isn't recognized if the provider %s", async (_, claims) => {
    issuer.after = changeIdToken(issuer, { claims });
    expect(await browser.signIn(issuer)).toBe('/');
    expectProblem(await deleteAccount(), 403, 'fresh_sign_in_required', { instance: '/v1/accounts/me' });

    expect(await browser.signIn(issuer, anew)).toBe('/account?problem=not_anew');
    expect((await deleteAccount()).status).toBe(403);
  });

  it('counts from now if the provider dates it in the future', async () => {
    issuer.after = changeIdToken(issuer, { claims: { auth_time: Math.floor(Date.now() / 1000) + 86_400 } });
    expect(await browser.signIn(issuer, anew)).toBe('/account');
    expect(
      await app.runSql(`select 1 from sessions where authenticated_at > now() + interval '10 seconds'`),
    ).toEqual([]);
  });
});

describe('connecting', () => {
  const connect = (caller: ApiCaller, provider = 'oidc') =>
    caller.post<{ url: string }>(IDENTITIES, { provider });
  const issuersOf = async (caller: ApiCaller) =>
    (await caller.get<{ data: { issuer: string }[] }>(IDENTITIES)).body.data.map(
      (identity) => identity.issuer,
    );
  /** Returns a caller signed in with a password, and the URL that connects the account. */
  async function connecting(): Promise<{ caller: SignedInCaller; url: string }> {
    const caller = await signedInCaller(app);
    browser.cookies.set('session', caller.cookie!.replace('session=', ''));
    const response = await browser.open(IDENTITIES, {
      method: 'POST',
      body: JSON.stringify({ provider: 'oidc' }),
      headers: { 'content-type': 'application/json' },
    });
    expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store']);
    return { caller, url: ((await response.json()) as { url: string }).url };
  }

  it('lets the provider sign in to the current account', async () => {
    const { caller, url } = await connecting();
    expect(await browser.arrive(await issuer.signIn(url))).toBe('/account');

    expect(await issuersOf(caller)).toEqual(['password', issuer.issuer]);
    const other = new SsoBrowser(app);
    await other.signIn(issuer);
    expect((await other.current()).body.account).toMatchObject({ email: caller.email });
    const { body } = await caller.get<{ data: unknown[] }>('/v1/audit?action=account.identity_added');
    expect(body.data).toMatchObject([{ details: { issuer: issuer.issuer } }]);
  });

  it("doesn't accept an identity of another account", async () => {
    await new SsoBrowser(app).signIn(issuer);
    const { caller, url } = await connecting();

    expect(await browser.arrive(await issuer.signIn(url))).toBe('/account?problem=conflict');
    expect(await issuersOf(caller)).toEqual(['password']);
  });

  it('only completes in the session that began it', async () => {
    const { caller, url } = await connecting();
    const victim = await signedInCaller(app);
    browser.cookies.set('session', victim.cookie!.replace('session=', ''));

    expect(await browser.arrive(await issuer.signIn(url))).toBe('/account?problem=expired');
    expect([await issuersOf(caller), await issuersOf(victim)]).toEqual([['password'], ['password']]);
  });

  it("needs a fresh sign-in, an existing provider, and the service's own page", async () => {
    const caller = await signedInCaller(app);
    const instance = IDENTITIES;
    expectProblem(await connect(caller, 'other'), 404, 'not_found', { instance });
    const foreign = { 'sec-fetch-site': 'cross-site' };
    const crossSite = await caller.post(instance, { provider: 'oidc' }, foreign);
    expectProblem(crossSite, 403, 'cross_site_request', { instance });
    await app.runSql(
      `update sessions set authenticated_at = now() - interval '10 minutes' where account_id = ?`,
      [caller.accountId],
    );
    expectProblem(await connect(caller), 403, 'fresh_sign_in_required', { instance });
  });
});
