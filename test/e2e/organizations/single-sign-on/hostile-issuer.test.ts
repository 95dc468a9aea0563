import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createPublicKey } from 'node:crypto';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { PendingSignInsService } from '../../../../src/organizations/single-sign-on/pending-sign-ins.service.js';
import { SignInSecrets } from '../../../../src/organizations/single-sign-on/sign-in-secrets.js';
import { signedInCaller } from '../../../support/api-caller.js';
import {
  CLIENT_SECRET,
  startOpenIdIssuer,
  signingKey,
  type OpenIdIssuer,
} from '../../../support/openid-issuer.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';
import { changeIdToken } from './id-tokens.js';
import { SsoBrowser } from './sso-browser.js';

const callbackOf = (id: string) => `http://localhost:3000/v1/sessions/oidc/${id}/callback`;
const REFUSED = '/login?problem=refused';
const EXPIRED = '/login?problem=expired';
const UNAVAILABLE = '/login?problem=unavailable';
const nowS = Math.floor(Date.now() / 1000);

let issuer: OpenIdIssuer;
let other: OpenIdIssuer;
let app: TestApp;
let browser: SsoBrowser;
beforeAll(async () => {
  issuer = await startOpenIdIssuer({ redirectUri: callbackOf('oidc') });
  other = await startOpenIdIssuer({ redirectUri: callbackOf('other'), prefix: 'OIDC_OTHER' });
  const environment = { ...issuer.environment, ...other.environment, OIDC_PROVIDERS: 'other' };
  // Advertises every algorithm, which the service must not trust.
  issuer.after = listEveryAlgorithm;
  app = await startTestApp(environment);
  await signedInCaller(app);
});
afterAll(async () => {
  await app.close();
  await Promise.all([issuer.stop(), other.stop()]);
});
beforeEach(() => {
  browser = new SsoBrowser(app);
  issuer.before = undefined;
  issuer.after = listEveryAlgorithm;
});
afterEach(async () => {
  jest.restoreAllMocks();
  // Whatever the issuer responded, no one is signed in and no account was created.
  expect(await app.runSql(`select email from accounts where email = 'ada@example.org'`)).toEqual([]);
  expect((await browser.current()).status).toBe(401);
});

function listEveryAlgorithm({ path, body }: KoaContextWithOIDC): void {
  if (path === '/.well-known/openid-configuration')
    Object.assign(body as object, {
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'ES256', 'none'],
    });
}

describe('an ID token', () => {
  const publicPem = () =>
    Buffer.from(
      createPublicKey({ key: issuer.signingKey, format: 'jwk' }).export({ type: 'spki', format: 'pem' }),
    );
  const changes: [string, () => object | Promise<object>][] = [
    ['of another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['for another client', () => ({ claims: { aud: 'payroll' } })],
    [
      'for two clients, given to the other one',
      () => ({ claims: { aud: ['weather', 'payroll'], azp: 'payroll' } }),
    ],
    ['with another nonce', () => ({ claims: { nonce: 'x'.repeat(43) } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['that has expired', () => ({ claims: { iat: nowS - 600, exp: nowS - 300 } })],
    ['that never expires', () => ({ claims: { exp: undefined } })],
    ['that is issued a day ahead', () => ({ claims: { iat: nowS + 86_400, exp: nowS + 90_000 } })],
    ['that is valid later', () => ({ claims: { nbf: nowS + 3600 } })],
    ['without a subject', () => ({ claims: { sub: undefined, email: 'ada@example.org' } })],
    ['with an empty subject', () => ({ claims: { sub: '', email: 'ada@example.org' } })],
    ['with a subject that is no text', () => ({ claims: { sub: 7, email: 'ada@example.org' } })],
    [
      'with a subject of 256 characters',
      () => ({ claims: { sub: 'a'.repeat(256), email: 'ada@example.org' } }),
    ],
    ['with a subject of another than the user info', () => ({ claims: { sub: 'eve' } })],
    ['without a signature', () => ({ header: { alg: 'none' } })],
    ['signed with our secret', () => ({ header: { alg: 'HS256' }, key: Buffer.from(CLIENT_SECRET) })],
    ["signed with the provider's public key", () => ({ header: { alg: 'HS256' }, key: publicPem() })],
    ["signed with a key that is not the provider's", async () => ({ key: await signingKey('first') })],
    [
      'with an unknown key ID',
      async () => ({ header: { kid: 'unknown' }, key: await signingKey('unknown') }),
    ],
    [
      'that brings its own key',
      async () => {
        const key = await signingKey('x');
        const { kty, n, e } = key;
        return { header: { jwk: { kty, n, e }, kid: 'x' }, key };
      },
    ],
  ];

  it.each(changes)('%s is rejected', async (_, change) => {
    const callback = await browser.leave(issuer);
    issuer.after = changeIdToken(issuer, await change());

    expect(await browser.arrive(callback)).toBe(REFUSED);
  });

  it('that is missing is rejected', async () => {
    const callback = await browser.leave(issuer);
    issuer.after = ({ path, body }) => {
      if (path === '/token') delete (body as { id_token?: string }).id_token;
    };
    expect(await browser.arrive(callback)).toBe(REFUSED);
  });
});

describe('a callback', () => {
  it.each([
    ['with another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
    ['with a shorter state', (url: URL) => url.searchParams.set('state', 'x')],
    ['without a state', (url: URL) => url.searchParams.delete('state')],
    ['without a query', (url: URL) => (url.search = '')],
  ])('%s is rejected', async (_, change) => {
    const callback = await browser.leave(issuer);
    change(callback);
    expect(await browser.arrive(callback)).toBe(EXPIRED);
  });

  it.each([
    ['of another issuer (RFC 9207)', (url: URL) => url.searchParams.set('iss', other.issuer)],
    ['that does not say of which issuer', (url: URL) => url.searchParams.delete('iss')],
    ['with two codes', (url: URL) => url.searchParams.append('code', 'another')],
    ['with a code that is not its own', (url: URL) => url.searchParams.set('code', 'x'.repeat(43))],
    ['without a code', (url: URL) => url.searchParams.delete('code')],
    ['with an error', (url: URL) => url.searchParams.set('error', 'server_error')],
  ])('%s is rejected', async (_, change) => {
    const callback = await browser.leave(issuer);
    change(callback);
    expect(await browser.arrive(callback)).toBe(REFUSED);
  });

  it("from another browser's sign-in is rejected, with or without a cookie", async () => {
    const victim = new SsoBrowser(app);
    const callback = await browser.leave(issuer);
    expect(await victim.arrive(callback)).toBe(EXPIRED);
    await victim.leave(issuer);
    expect(await victim.arrive(callback)).toBe(EXPIRED);
    expect((await victim.current()).status).toBe(401);
  });

  it('expires after 10 minutes', async () => {
    const callback = await browser.leave(issuer);
    await app.runSql(`update pending_sign_ins set created_at = now() - interval '10 minutes'`);
    expect(await browser.arrive(callback)).toBe(EXPIRED);
  });

  it('works once, even if it fails', async () => {
    const callback = await browser.leave(issuer);
    const cookies = [...browser.cookies];
    issuer.after = changeIdToken(issuer, { claims: { aud: 'payroll' } });
    expect(await browser.arrive(callback)).toBe(REFUSED);

    issuer.after = undefined;
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect(await browser.arrive(callback)).toBe(EXPIRED);
  });

  it('works once, even if sent several times at once', async () => {
    const [orm, pending] = [app.app.get(MikroORM), app.app.get(PendingSignInsService)];
    const inRequest = <T>(work: () => Promise<T>) => RequestContext.create(orm.em, work);
    const secrets = new SignInSecrets();
    const wish = { providerId: 'oidc', next: '/', isAnew: false, sessionId: null };
    await inRequest(() => pending.begin(secrets, wish));
    const taken = await Promise.all(
      Array.from({ length: 4 }, () => inRequest(() => pending.take(secrets, 'oidc', secrets.state))),
    );
    expect(taken.filter((one) => one !== null)).toHaveLength(1);
  });

  it("of one provider isn't accepted for another (mix-up)", async () => {
    const callback = await browser.leave(issuer);
    callback.pathname = '/v1/sessions/oidc/other/callback';
    expect(await browser.arrive(callback)).toBe(EXPIRED);
  });
});

describe('a provider', () => {
  /** Makes the issuer respond like this to any request for the path. */
  const answers = (path: string, status: number, body: unknown, headers: Record<string, string> = {}) => {
    issuer.before = (context) => {
      if (context.path !== path) return;
      context.status = status;
      context.body = body;
      context.set(headers);
    };
  };

  it.each([
    ['redirects the code', '/token', 307, '', { location: 'http://169.254.169.254/' }],
    ['answers with no JSON', '/token', 200, '<html>', {}],
    ['refuses the code', '/token', 400, { error: 'invalid_grant' }, {}],
    ['has no keys', '/jwks', 200, { keys: [] }, {}],
    ['has keys that are none', '/jwks', 200, { keys: 'none' }, {}],
    ['redirects to other keys', '/jwks', 302, '', { location: 'https://evil.example/jwks' }],
    ['tells nothing about the person', '/me', 401, '', {}],
    ['tells about somebody else', '/me', 200, { sub: 'eve', email: 'ada@example.org' }, {}],
  ])('that %s signs no one in', async (_, path, status, body, headers) => {
    const callback = await browser.leave(issuer);
    answers(path, status, body, headers);
    expect(await browser.arrive(callback)).toBe(REFUSED);
  });

  it.each(['/token', '/jwks', '/me'])(
    'that responds correctly, but with 2 MB, at %s signs no one in',
    async (path) => {
      const callback = await browser.leave(issuer);
      issuer.after = (context) => {
        if (context.path === path) Object.assign(context.body as object, { padding: 'x'.repeat(2_000_000) });
      };
      expect(await browser.arrive(callback)).toBe(REFUSED);
    },
  );

  const metadata = () => ({
    issuer: other.issuer,
    authorization_endpoint: `${other.issuer}/auth`,
    token_endpoint: `${other.issuer}/token`,
    jwks_uri: `${other.issuer}/jwks`,
  });

  it.each([
    ['is another one', 200, () => ({ ...metadata(), issuer: 'https://evil.example' }), () => ({})],
    [
      'spells its issuer in another way',
      200,
      () => ({ ...metadata(), issuer: `${other.issuer}/` }),
      () => ({}),
    ],
    ['leads elsewhere', 302, () => '', () => ({ location: `${other.issuer}/moved` })],
    ['is 2 MB large', 200, () => ({ ...metadata(), padding: 'x'.repeat(2_000_000) }), () => ({})],
    ['is away', 503, () => 'Away', () => ({})],
    [
      'leads to a script',
      200,
      () => ({ ...metadata(), authorization_endpoint: 'javascript:alert(1)' }),
      () => ({}),
    ],
    ['leads nowhere', 200, () => ({ issuer: other.issuer }), () => ({})],
    [
      'has no list of methods',
      200,
      () => ({ ...metadata(), token_endpoint_auth_methods_supported: { basic: true } }),
      () => ({}),
    ],
  ])('whose metadata %s is not used', async (_, status, body, headers) => {
    let isAsked = false;
    other.before = (context) => {
      isAsked = true;
      const hasMoved = context.path === '/moved';
      context.status = hasMoved ? 200 : status;
      context.body = hasMoved ? metadata() : body();
      context.set(headers());
    };
    const start = await browser.open('/v1/sessions/oidc/other');

    expect([start.headers.get('location'), isAsked]).toEqual([UNAVAILABLE, true]);
    other.before = undefined;
  });

  it('whose metadata is as expected is used', async () => {
    other.before = (context) => {
      context.body = metadata();
    };
    const start = await browser.open('/v1/sessions/oidc/other');

    expect(start.headers.get('location')).toMatch(`${other.issuer}/auth?`);
  });

  it.each(['headers', 'body'])(
    'with slow %s times out after 8 seconds, and sessions keep working',
    async (part) => {
      const member = await signedInCaller(app);
      const callback = await browser.leave(issuer);
      const timeouts: number[] = [];
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
        timeouts.push(milliseconds);
        return timeout(100);
      });
      let release!: () => void;
      const released = new Promise<void>((resolve) => (release = resolve));
      issuer.before = async (context) => {
        if (part === 'headers') return released;
        context.respond = false;
        context.res.writeHead(200, { 'content-type': 'application/json' }).write('{');
        await released;
        context.res.end();
      };

      const arriving = browser.arrive(callback);
      expect((await member.get('/v1/sessions/current')).status).toBe(200);
      expect(await arriving).toBe(UNAVAILABLE);
      expect(timeouts).toContain(8_000);
      release();
    },
  );
});

it.each([
  ['JSON', { error: 'invalid_grant', error_description: 'x'.repeat(900_000), more: 'y'.repeat(90_000) }],
  ['no JSON', `<html>${'x'.repeat(900_000)}`],
])("a huge response of the provider isn't logged: %s", async (_, answer) => {
  const callback = await browser.leave(issuer);
  issuer.before = (context) => {
    if (context.path !== '/token') return;
    context.status = 400;
    context.body = answer;
  };
  app.logLines.length = 0;
  expect(await browser.arrive(callback)).toBe(REFUSED);

  const logged = app.logLines.join('');
  expect(logged).toContain('A sign-in with an identity provider failed');
  expect(logged.length).toBeLessThan(20_000);
});
