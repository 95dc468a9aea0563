import { createHash, randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { PasswordHasherService } from '../../../src/accounts/passwords/password-hasher.service.js';
import { newId } from '../../../src/core/http/identifier.js';
import { OWN_FEATURE_SET } from '../../../src/boot/features/features.js';
import { FROST } from '../../support/alert-caller.js';
import { bearer, PASSWORD } from '../../support/api-caller.js';
import { type TestApp } from '../../support/test-app.js';
import { basic } from '../../support/usage-caller.js';
import { type Identity } from './fuzzed-requests.js';

export interface Injected {
  method: string;
  url: string;
  headers?: Record<string, string>;
  /** As sent. */
  body?: string;
}

export interface FuzzedAnswer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
}

interface Tenant {
  account: string;
  organization: string;
  email: string;
  session: string;
  cookie: string;
  client: string;
  secret: string;
  key: string;
  apiKey: string;
  token: string;
  accessToken: string;
  /** ID of an authenticator app that awaits its first code. */
  factor: string;
  alert: string;
  factorSecret: string;
  webhook: string;
  webhookSecret: string;
  /** ID of a test event that was sent to the webhook. */
  event: string;
}

const DECODERS: Record<string, ((bytes: Buffer) => Buffer) | undefined> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
};
const NO_LIMITS = { second: null, minute: null, hour: null, day: null };
const EVERY_SCOPE = ['forecast:read', 'forecast:batch', 'usage:read', 'keys:manage'];

let sent = 0;

/** An administrator and two members, each with a session, a token, and a client with its secret and a key. */
export class Tenants {
  private constructor(
    private readonly app: TestApp,
    private readonly tenants: Record<'admin' | 'member' | 'other', Tenant>,
  ) {}

  static async create(app: TestApp): Promise<Tenants> {
    const [admin, member, other] = await Promise.all(
      ['admin', 'member', 'other'].map((role) => createTenant(app, role)),
    );
    for (const { client } of [member, other]) {
      const body = JSON.stringify({ scopes: EVERY_SCOPE, rate_limits: NO_LIMITS });
      await succeed(app, 'PATCH', `/v1/clients/${client}`, body, { cookie: admin.cookie });
    }
    return new Tenants(app, { admin, member, other });
  }

  /** The credentials that an identity sends. */
  credentials(identity: Identity): Record<string, string> {
    const { member } = this.tenants;
    if (identity === 'nobody') return {};
    if (identity === 'key') return { apikey: member.apiKey };
    if (identity === 'basic') return basic(member.client, member.secret);
    if (identity === 'token') return bearer(member.accessToken);
    return { cookie: this.tenants[identity].cookie };
  }

  /** Replaces placeholders like `{{member.client}}` by IDs. */
  fill(text: string): string {
    return text.replace(/\{\{(\w+)\.(\w+)\}\}/g, (_, owner: string, kind: string) => {
      if (owner === 'missing')
        return newId(
          (
            {
              account: 'acc',
              organization: 'org',
              session: 'ses',
              client: 'cli',
              token: 'pat',
              factor: 'fac',
              webhook: 'whk',
              event: 'evt',
              alert: 'fal',
            } as const
          )[kind] ?? 'key',
        );
      return this.tenants[owner as 'admin'][kind as 'account'];
    });
  }

  /** Secrets that no response may repeat. */
  get secrets(): string[] {
    return Object.values(this.tenants).flatMap(
      ({ secret, apiKey, accessToken, factorSecret, webhookSecret, cookie }) => [
        secret,
        apiKey,
        accessToken,
        factorSecret,
        webhookSecret,
        cookie.split('=')[1],
      ],
    );
  }

  /** What only the other member and administrators may see. */
  get othersOwn(): string[] {
    const { account, organization, email, session, client, key, token, factor, webhook, event, alert } =
      this.tenants.other;
    return [account, organization, email, session, client, key, token, factor, webhook, event, alert];
  }

  /** Whether every identity still has the access that it started with, and no more. */
  async areIntact(): Promise<boolean> {
    const asked: [Identity, string, number][] = [
      // Still signed in, and not promoted to administrator.
      ['member', '/v1/accounts?limit=1', 403],
      ['other', '/v1/accounts?limit=1', 403],
      ['admin', '/v1/accounts?limit=1', 200],
      ['key', '/v1/weather/forecast?lat=1&lon=1&fields=ozone', 200],
      ['basic', '/v1/usage/quota', 200],
      ['token', '/v1/clients', 200],
    ];
    for (const [identity, url, status] of asked) {
      const answer = await inject(this.app, { method: 'GET', url, headers: this.credentials(identity) });
      if (answer.status !== status) return false;
    }
    // Once the other member has given up its email address, another account may take it, so it's no longer a secret.
    const { text } = await inject(this.app, {
      method: 'GET',
      url: '/v1/accounts/me',
      headers: this.credentials('other'),
    });
    return text.includes(this.tenants.other.email);
  }
}

/** Sends a request from an IP address that no previous request came from. */
export async function inject(
  { app }: TestApp,
  { method, url, headers, body }: Injected,
): Promise<FuzzedAnswer> {
  sent += 1;
  const remoteAddress = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
  const {
    statusCode,
    headers: answered,
    rawPayload,
  } = await app.inject({
    method: method.toUpperCase() as 'GET',
    url,
    headers,
    payload: body,
    remoteAddress,
  });
  const decode = DECODERS[String(answered['content-encoding'])];
  const text = (decode ? decode(rawPayload) : rawPayload).toString();
  return { status: statusCode, headers: answered, text };
}

async function succeed<T>(
  app: TestApp,
  method: string,
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<T> {
  const answer = await inject(app, {
    method,
    url,
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as T;
}

/** Signs up directly in the database, since registering and signing in are slow on purpose. */
async function signUp(
  app: TestApp,
  role: string,
): Promise<Pick<Tenant, 'account' | 'organization' | 'email' | 'session' | 'cookie'>> {
  const [account, session] = [newId('acc'), newId('ses')];
  const email = `${role}-${randomUUID()}@example.com`;
  const token = randomUUID();
  await app.runSql(
    `insert into accounts (id, full_name, email, email_key, role, status, created_at, updated_at)
     values (?, ?, ?, ?, ?, 'active', now(), now())`,
    [account, `The ${role}`, email, email, role === 'admin' ? 'admin' : 'member'],
  );
  const organization = newId('org');
  await app.runSql(
    `insert into organizations (id, personal_account_id, created_by, created_at, updated_at)
     values (?, ?, ?, now(), now())`,
    [organization, account, account],
  );
  await app.runSql(
    `insert into organization_members (organization_id, account_id, role, joined_at) values (?, ?, 'owner', now())`,
    [organization, account],
  );
  await app.runSql(
    `insert into identities (id, account_id, issuer, subject, secret_hash, created_at)
     values (?, ?, 'password', ?, ?, now())`,
    [newId('idn'), account, account, await hashOf(app, role)],
  );
  await app.runSql(
    `insert into sessions (id, account_id, method, token_hash, address, authenticated_at, created_at, last_seen_at, expires_at)
     values (?, ?, 'password', ?, '127.0.0.1', now(), now(), now(), now() + interval '1 day')`,
    [session, account, createHash('sha256').update(token).digest('hex')],
  );
  return { account, organization, email, session, cookie: `session=${token}` };
}

const hashes = new Map<string, Promise<string>>();

function hashOf({ app }: TestApp, role: string): Promise<string> {
  // No request may sign in as the other member by guessing the password.
  const password = role === 'other' ? randomUUID() : PASSWORD;
  const hash = hashes.get(role) ?? app.get(PasswordHasherService).hash(password);
  hashes.set(role, hash);
  return hash;
}

async function createTenant(app: TestApp, role: string): Promise<Tenant> {
  const own = await signUp(app, role);
  const { cookie } = own;
  const client = await succeed<{ client_id: string; client_secret: string }>(
    app,
    'POST',
    '/v1/clients',
    '{"name":"A client"}',
    { cookie },
  );
  const keys = `/v1/clients/${client.client_id}/api-keys`;
  const key = await succeed<{ id: string; key: string }>(app, 'POST', keys, '{"name":"A key"}', { cookie });
  const wanted = {
    name: 'A token',
    scopes: OWN_FEATURE_SET.scopesOf('token'),
    expires_at: new Date(Date.now() + 86_400_000),
  };
  const token = await succeed<{ id: string; token: string }>(
    app,
    'POST',
    '/v1/accounts/me/tokens',
    JSON.stringify(wanted),
    { cookie },
  );
  const frost = JSON.stringify({ ...FROST, client_id: client.client_id });
  const alert = await succeed<{ id: string }>(app, 'POST', '/v1/alerts', frost, { cookie });
  const factors = '/v1/accounts/me/factors/totp';
  const factor = await succeed<{ id: string; secret: string }>(app, 'POST', factors, '{}', { cookie });
  const webhook = await succeed<{ id: string; secret: string }>(
    app,
    'POST',
    '/v1/webhooks',
    '{"url":"https://hooks.example.com"}',
    { cookie },
  );
  const test = `/v1/webhooks/${webhook.id}/test`;
  const event = await succeed<{ id: string }>(app, 'POST', test, '{}', { cookie });
  return {
    ...own,
    client: client.client_id,
    secret: client.client_secret,
    key: key.id,
    apiKey: key.key,
    token: token.id,
    accessToken: token.token,
    factor: factor.id,
    alert: alert.id,
    factorSecret: factor.secret,
    webhook: webhook.id,
    webhookSecret: webhook.secret,
    event: event.id,
  };
}
