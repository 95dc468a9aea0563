import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';

export const CLIENT_ID = 'weather';
export const CLIENT_SECRET = 'the secret that the provider gave us';

/** The person at the browser. */
export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  given_name?: string;
  family_name?: string;
  groups?: unknown;
}

/** A real OpenID provider in this process, whose responses can be manipulated as by a hostile one. */
export interface OpenIdIssuer {
  issuer: string;
  /** Environment variables that configure the service for this provider. */
  environment: NodeJS.ProcessEnv;
  /** The key that signs its tokens. */
  signingKey: JWK;
  /** The person who signs in from now on. */
  person: Person;
  /** Whether the person denies consent. */
  denies: boolean;
  /** Called before each request. Setting a body or a status replaces the provider's response. */
  before?: (context: KoaContextWithOIDC) => unknown;
  /** Called after each response, which it may change. */
  after?: (context: KoaContextWithOIDC) => unknown;
  /** Follows the provider's pages as a browser would; the returned URL leads back to the service. */
  signIn(url: string): Promise<URL>;
  stop(): Promise<void>;
}

interface Options {
  redirectUri: string | string[];
  /** Prefix of the settings: `OIDC`, or `OIDC_<NAME>`. */
  prefix?: string;
  /** How its issuer names this machine. */
  host?: string;
}

export async function signingKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

export async function startOpenIdIssuer({
  redirectUri,
  prefix = 'OIDC',
  host = '127.0.0.1',
}: Options): Promise<OpenIdIssuer> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  const key = await signingKey('first');
  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [redirectUri].flat() }],
    jwks: { keys: [key] },
    cookies: { keys: ['a cookie key'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'groups'],
    },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...testIssuer.person, sub }) }),
    renderError: (context, out) => {
      context.body = JSON.stringify(out);
    },
  });
  // Errors caused by manipulated responses are what the tests are about.
  provider.on('server_error', () => undefined);
  provider.use(async (context, next) => {
    await testIssuer.before?.(context as KoaContextWithOIDC);
    if (context.body !== undefined || context.status !== 404) return;
    if (context.path.startsWith('/interaction/')) return interact(context as KoaContextWithOIDC);
    await next();
    await testIssuer.after?.(context as KoaContextWithOIDC);
  });

  async function interact({ req, res }: KoaContextWithOIDC): Promise<void> {
    const { prompt, params, session, grantId } = await provider.interactionDetails(req, res);
    if (testIssuer.denies)
      return provider.interactionFinished(
        req,
        res,
        { error: 'access_denied' },
        { mergeWithLastSubmission: false },
      );
    if (prompt.name === 'login')
      return provider.interactionFinished(req, res, { login: { accountId: testIssuer.person.sub } });
    const grant = grantId
      ? (await provider.Grant.find(grantId))!
      : new provider.Grant({ accountId: session!.accountId, clientId: params.client_id as string });
    grant.addOIDCScope(params.scope as string);
    await provider.interactionFinished(req, res, { consent: { grantId: await grant.save() } });
  }

  server.on('request', (request, response) => void provider.callback()(request, response));
  const testIssuer: OpenIdIssuer = {
    issuer,
    signingKey: key,
    person: { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada Example' },
    denies: false,
    environment: {
      [`${prefix}_ISSUER`]: issuer,
      [`${prefix}_CLIENT_ID`]: CLIENT_ID,
      [`${prefix}_CLIENT_SECRET`]: CLIENT_SECRET,
    },
    signIn: (url) => follow(url, issuer),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return testIssuer;
}

/** Follows redirects like a browser, with cookies, until they leave the provider. */
async function follow(start: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  for (let hops = 0; url.origin === issuer; hops += 1) {
    if (hops > 10) throw new Error(`The provider's pages lead nowhere: ${url.href}`);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`The provider answers ${response.status}: ${await response.text()}`);
    url = new URL(location, url);
  }
  return url;
}
