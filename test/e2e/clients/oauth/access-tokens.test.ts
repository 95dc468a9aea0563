import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { SecretHasherService } from '../../../../src/core/secrets/secret-hasher.service.js';
import {
  ApiCaller,
  bearer,
  createApiKey,
  type SignedInCaller,
  signedInCaller,
} from '../../../support/api-caller.js';
import { askForecast, BATCH_BODY, FORECAST, FORECASTS, POINT } from '../../../support/forecast-caller.js';
import { expectProblem, PUBLIC_URL } from '../../../support/problems.js';
import { publishRun } from '../../../support/published-run.js';
import { useTestApp } from '../../../support/test-app.js';
import { basic, readUsage, USAGE } from '../../../support/usage-caller.js';
import { type ClientCredentials, createStation, GRANT, requestToken, TOKEN } from './token-caller.js';

const app = useTestApp({ MAX_CLIENTS_PER_ACCOUNT: '100' });
let admin: SignedInCaller;
let owner: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
  owner = await signedInCaller(app());
  await publishRun(app());
});

const newClient = () => createStation(owner);
const anybody = () => new ApiCaller(app().url);
const askToken = (body: string, headers?: Record<string, string>) => requestToken(app(), body, headers);

async function tokenOf({ client_id, client_secret }: ClientCredentials, scope = ''): Promise<string> {
  const { body } = await askToken(
    `${GRANT}&scope=${encodeURIComponent(scope)}`,
    basic(client_id, client_secret),
  );
  return body.access_token;
}

/** The key that the service signs with. */
const ownSigner = () => Buffer.from(app().app.get(SecretHasherService).hash('Signs access tokens'));

it('names the token endpoint in its metadata', async () => {
  const { body } = await anybody().get('/.well-known/oauth-authorization-server');
  expect(body).toMatchObject({
    issuer: PUBLIC_URL,
    authorization_endpoint: `${PUBLIC_URL}/docs/authentication`,
    token_endpoint: `${PUBLIC_URL}${TOKEN}`,
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    response_types_supported: [],
  });
});

it.each(['basic', 'form'])(
  'issues a token for an ID and secret in the %s, with all scopes of the client',
  async (place) => {
    const { client_id, client_secret } = await newClient();
    const answer =
      place === 'basic'
        ? await askToken(GRANT, basic(client_id, client_secret))
        : await askToken(`${GRANT}&client_id=${client_id}&client_secret=${client_secret}`);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 3600,
        scope: expect.stringMatching(
          /^(?=.*forecast:read)(?=.*forecast:batch)(?=.*usage:read)(?=.*keys:manage)/,
        ),
      },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(decodeProtectedHeader(answer.body.access_token)).toEqual({ alg: 'HS256', typ: 'at+jwt' });
  },
);

describe('a token', () => {
  it('grants its scopes, and is limited and metered as its client', async () => {
    const client = await newClient();
    const token = await tokenOf(client);
    const point = await askForecast(app(), bearer(token));
    expect([point.status, point.headers.get('ratelimit')]).toEqual([
      200,
      expect.stringContaining('"day";r=49999'),
    ]);
    expect((await anybody().post(FORECASTS, BATCH_BODY, bearer(token))).status).toBe(200);
    const key = await anybody().post(
      `/v1/clients/${client.client_id}/api-keys`,
      { name: 'Made by token' },
      bearer(token),
    );
    expect(key.status).toBe(201);
    const { totals } = await readUsage(anybody(), `client_id=${client.client_id}`, bearer(token));
    expect(totals).toMatchObject({ requests: 2, units: 3 });
  });

  it('appears in Vary, and counts as a key of its own in usage and the request log', async () => {
    const client = await newClient();
    const token = await tokenOf(client);
    const answer = await askForecast(app(), bearer(token));
    expect(answer.headers.get('vary')).toBe('Accept-Encoding, apikey, Authorization');
    const { id: keyId, key } = await createApiKey(owner, client.client_id);
    expect((await askForecast(app(), { apikey: key })).headers.get('vary')).toBe('Accept-Encoding, apikey');

    const ofTokens = client.client_id.replace('cli_', 'key_');
    for (const id of [ofTokens, keyId])
      expect((await readUsage(owner, `api_key_id=${id}`)).totals).toMatchObject({ requests: 1 });
    const { body } = await owner.get<{ data: { api_key_id: string }[] }>(
      `/v1/usage/requests?client_id=${client.client_id}&api_key_id=${ofTokens}`,
    );
    expect(body.data.map(({ api_key_id }) => api_key_id)).toEqual([ofTokens]);
    const stranger = await signedInCaller(app());
    const hidden = await stranger.get(`${USAGE}?api_key_id=${ofTokens}`);
    expectProblem(hidden, 404, 'not_found', { instance: USAGE });
  });

  it('is audited once an hour per client and address', async () => {
    const client = await newClient();
    for (let i = 0; i < 3; i += 1) await tokenOf(client, 'usage:read');
    const { body } = await owner.get<{ data: Record<string, unknown>[] }>(
      `/v1/audit?client_id=${client.client_id}&action=client.access_token_issued`,
    );
    expect(body.data).toEqual([
      expect.objectContaining({
        actor: expect.objectContaining({ kind: 'client', client_id: client.client_id }),
        details: { scopes: ['usage:read'] },
        target_id: client.client_id,
      }),
    ]);
  });

  it('grants nothing beyond the requested scopes and those that the client still has', async () => {
    const client = await newClient();
    const token = await tokenOf(client, 'forecast:batch usage:read');
    const refused = await askForecast(app(), bearer(token));
    expectProblem(refused, 403, 'insufficient_scope', { instance: FORECAST });
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer realm="weather", error="insufficient_scope", scope="forecast:read"',
    );
    expect((await anybody().get(USAGE, bearer(token))).status).toBe(200);
    const keys = `/v1/clients/${client.client_id}/api-keys`;
    expectProblem(await anybody().get(keys, bearer(token)), 403, 'insufficient_scope', { instance: keys });

    const path = `/v1/clients/${client.client_id}`;
    await admin.call('PATCH', path, { body: { scopes: ['forecast:read'] } });
    expectProblem(await anybody().get(USAGE, bearer(token)), 403, 'insufficient_scope', { instance: USAGE });
    expect((await anybody().post(FORECASTS, BATCH_BODY, bearer(token))).status).toBe(403);
  });

  it('only reaches its own client', async () => {
    const token = await tokenOf(await newClient());
    const other = await newClient();
    const instance = `/v1/clients/${other.client_id}/api-keys`;
    expectProblem(await anybody().get(instance, bearer(token)), 404, 'not_found', { instance });
    const clients = '/v1/clients';
    expectProblem(await anybody().get(clients, bearer(token)), 401, 'unauthenticated', { instance: clients });
  });

  it('together with an API key is ambiguous', async () => {
    const client = await newClient();
    const { key } = await createApiKey(owner, client.client_id);
    const token = await tokenOf(client);
    for (const [headers, query] of [
      [{ ...bearer(token), apikey: key }, POINT],
      [bearer(token), `${POINT}&apikey=${key}`],
    ] as const)
      expectProblem(await askForecast(app(), headers, query), 400, 'ambiguous_api_key', {
        instance: FORECAST,
      });
  });

  it("isn't accepted as an API key, nor an API key as a token", async () => {
    const client = await newClient();
    const { key } = await createApiKey(owner, client.client_id);
    const token = await tokenOf(client);
    for (const good of [{ apikey: key }, bearer(token)])
      expect((await askForecast(app(), good)).status).toBe(200);
    expectProblem(await askForecast(app(), { apikey: token }), 401, 'invalid_api_key', {
      instance: FORECAST,
    });
    expectProblem(await askForecast(app(), bearer(key)), 401, 'invalid_token', { instance: FORECAST });
  });

  it('stops working within a second of its client being disabled, and works again afterwards', async () => {
    const client = await newClient();
    const token = await tokenOf(client);
    expect((await askForecast(app(), bearer(token))).status).toBe(200);
    const patch = (status: string) =>
      admin.call('PATCH', `/v1/clients/${client.client_id}`, { body: { status } });
    await patch('disabled');
    expectProblem(await askForecast(app(), bearer(token)), 403, 'client_disabled', { instance: FORECAST });
    expectProblem(await anybody().get(USAGE, bearer(token)), 403, 'client_disabled', { instance: USAGE });
    expect(await askToken(GRANT, basic(client.client_id, client.client_secret))).toMatchObject({
      status: 400,
      body: { error: 'unauthorized_client' },
    });
    await patch('active');
    expect((await askForecast(app(), bearer(token))).status).toBe(200);
  });

  it('ends with the secret that it was issued for', async () => {
    const client = await newClient();
    const path = `/v1/clients/${client.client_id}`;
    const first = await tokenOf(client);
    expect((await askForecast(app(), bearer(first))).status).toBe(200);

    const { body } = await owner.post<ClientCredentials>(`${path}/secret`, { overlap_seconds: 600 });
    expect((await askForecast(app(), bearer(first))).status).toBe(200);
    const [ofOld, ofNew] = [await tokenOf(client), await tokenOf(body)];
    expect(decodeJwt(ofOld).exp! - Date.now() / 1000).toBeLessThan(600);
    await owner.post(`${path}/secret`, { overlap_seconds: 600 });
    for (const token of [first, ofOld]) {
      const refused = await askForecast(app(), bearer(token));
      expectProblem(refused, 401, 'invalid_token', { instance: FORECAST });
      expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="weather", error="invalid_token"');
      expectProblem(await anybody().get(USAGE, bearer(token)), 401, 'invalid_token', { instance: USAGE });
    }
    expect((await askForecast(app(), bearer(ofNew))).status).toBe(200);

    await owner.delete(path);
    expectProblem(await askForecast(app(), bearer(ofNew)), 401, 'invalid_token', { instance: FORECAST });
  });

  it('ends with the overlap of the old secret that it was issued for', async () => {
    const client = await newClient();
    const token = await tokenOf(client);
    await owner.post(`/v1/clients/${client.client_id}/secret`, { overlap_seconds: 600 });
    expect((await askForecast(app(), bearer(token))).status).toBe(200);
    await app().runSql(
      `update clients set previous_secret_ends_at = now() - interval '1 second' where id = ?`,
      [client.client_id],
    );
    expectProblem(await askForecast(app(), bearer(token)), 401, 'invalid_token', { instance: FORECAST });
  });

  it("isn't issued to a client whose organization has no active owner", async () => {
    const leaver = await signedInCaller(app());
    const { body } = await leaver.post<ClientCredentials>('/v1/clients', { name: 'Station' });
    await admin.call('PATCH', `/v1/accounts/${leaver.accountId}`, { body: { status: 'disabled' } });
    expect(await askToken(GRANT, basic(body.client_id, body.client_secret))).toMatchObject({
      status: 400,
      body: { error: 'unauthorized_client' },
    });
  });

  it('expires', async () => {
    const claims = decodeJwt(await tokenOf(await newClient()));
    expect(claims.exp! - claims.iat!).toBe(3_600);
    const until = (seconds: number) =>
      new SignJWT({ ...claims, exp: Math.floor(Date.now() / 1000) + seconds })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .sign(ownSigner());
    expect((await askForecast(app(), bearer(await until(30)))).status).toBe(200);
    const token = await until(-1);
    expectProblem(await askForecast(app(), bearer(token)), 401, 'invalid_token', { instance: FORECAST });
    expectProblem(await anybody().get(USAGE, bearer(token)), 401, 'invalid_token', { instance: USAGE });
  });

  it('that has expired is never throttled, however often it is sent', async () => {
    const claims = decodeJwt(await tokenOf(await newClient()));
    const token = await new SignJWT({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .sign(ownSigner());
    for (const path of [`${FORECAST}?${POINT}`, USAGE]) {
      const answers = await Promise.all(
        Array.from({ length: 150 }, () => anybody().get(path, bearer(token))),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    }
  });

  it.each<[string, (token: string) => string | Promise<string>]>([
    ['with another signature', (token) => `${token.slice(0, -6)}AAAAAA`],
    ['without a signature', (token) => `${token.split('.').slice(0, 2).join('.')}.`],
    [
      'that says alg none',
      (token) =>
        `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${token.split('.')[1]}.`,
    ],
    [
      'of another signer',
      (token) =>
        new SignJWT(decodeJwt(token))
          .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
          .sign(createHmac('sha256', 'guessed').update('Signs access tokens').digest()),
    ],
    [
      'of another kind that we signed',
      (token) =>
        new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(ownSigner()),
    ],
    [
      'for another audience',
      (token) =>
        new SignJWT({ ...decodeJwt(token), aud: 'https://other.example' })
          .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
          .sign(ownSigner()),
    ],
    ['with more scopes', (token) => withClaims(token, { scope: 'forecast:read forecast:batch keys:manage' })],
    [
      'that is too long',
      (token) =>
        new SignJWT({ ...decodeJwt(token), padding: 'A'.repeat(4_000) })
          .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
          .sign(ownSigner()),
    ],
    ['that is empty', () => ''],
  ])('%s is rejected', async (_, alter) => {
    const altered = await alter(await tokenOf(await newClient(), 'usage:read'));
    expectProblem(await askForecast(app(), bearer(altered)), 401, 'invalid_token', { instance: FORECAST });
    expectProblem(await anybody().get(USAGE, bearer(altered)), 401, 'invalid_token', { instance: USAGE });
  });
});

function withClaims(token: string, claims: object): string {
  const [header, , signature] = token.split('.');
  const payload = Buffer.from(JSON.stringify({ ...decodeJwt(token), ...claims })).toString('base64url');
  return [header, payload, signature].join('.');
}
