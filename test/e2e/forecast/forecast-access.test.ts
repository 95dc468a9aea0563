import { beforeAll, describe, expect, it } from '@jest/globals';
import { generateKey } from '../../../src/api-keys/key-format.js';
import { AttemptsService } from '../../../src/core/attempts/index.js';
import { networkOf } from '../../../src/core/network/index.js';
import { type Answer, createApiKey, signedInCaller } from '../../support/api-caller.js';
import {
  askForecast,
  createKeyedClient,
  FORECAST,
  type KeyedClient,
  POINT,
} from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';
import { type ProblemCode } from '../../../src/core/features/names.types.js';
import { publishRun } from '../../support/published-run.js';

const app = useTestApp();

describe('401', () => {
  let client: KeyedClient;
  beforeAll(async () => {
    client = await createKeyedClient(app());
  });

  const ask = (headers: Record<string, string>, query?: string) => askForecast(app(), headers, query);

  function expectRefusal(answer: Answer, code: ProblemCode): void {
    expectProblem(answer, 401, code, { instance: FORECAST });
    expect(answer.headers.get('www-authenticate')).toBe('ApiKey realm="weather"');
    // Only callers with a revoked or expired key see the state of the limits.
    const isOurs = code === 'revoked_api_key' || code === 'expired_api_key';
    expect(answer.headers.has('ratelimit')).toBe(isOurs);
    expect(answer.headers.has('ratelimit-policy')).toBe(isOurs);
  }

  /** Changes the last character, so that the checksum is wrong. */
  const mistyped = (key: string) => key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');

  describe('without a key', () => {
    it.each([
      ['nothing', {}, POINT],
      ['an empty parameter', {}, `${POINT}&apikey=`],
      ['an empty header', { apikey: '' }, POINT],
      ['a parameter of another name', {}, `${POINT}&apiKey=wx_x&api_key=wx_x&key=wx_x`],
      ['a list in the manner of PHP', {}, `${POINT}&apikey[]=wx_x`],
      ['nothing, and a faulty query', {}, 'lat=1000&lat=x&unknown=1'],
    ])('requires one: %s', async (_, headers, query) => {
      expectRefusal(await ask(headers, query), 'missing_api_key');
    });

    it('accepts no session, client secret, or key in another header', async () => {
      const { body } = await client.owner.post('/v1/clients', { name: 'Other' });
      const basic = Buffer.from(`${String(body.client_id)}:${String(body.client_secret)}`).toString('base64');

      expectRefusal(await ask({ cookie: client.owner.cookie! }), 'missing_api_key');
      expectRefusal(await ask({ authorization: `Basic ${basic}` }), 'missing_api_key');
      expectRefusal(await ask({ 'x-api-key': client.key }), 'missing_api_key');
      expectRefusal(await ask({ cookie: `apikey=${client.key}` }), 'missing_api_key');
    });
  });

  describe('with an unknown or malformed key', () => {
    const foreign = {
      'well-formed and unknown': () => generateKey(),
      mistyped: () => mistyped(client.key),
      'too short': () => client.key.slice(0, -1),
      'too long': () => `${client.key}a`,
      'in capitals': () => client.key.toUpperCase(),
      'with another prefix': () => client.key.replace('wx_', 'wy_'),
      'no key at all': () => 'x',
      'a NUL': () => '%00',
      'a lone per cent sign': () => '%',
      'an emoji': () => '%F0%9F%8C%A9',
      'very long': () => 'wx_'.padEnd(5_000, 'x'),
      'a quote': () => `wx_' or 1=1--`.replaceAll(' ', '%20'),
    };

    it.each(Object.entries(foreign))('rejects it: %s', async (_, key) => {
      expectRefusal(await ask({}, `${POINT}&apikey=${key()}`), 'invalid_api_key');
    });

    it('responds with the same bytes to unknown and malformed keys', async () => {
      const bodies = await Promise.all(
        [generateKey(), mistyped(client.key), 'x'].map(async (apikey) => (await ask({ apikey })).body),
      );

      expect(bodies[1]).toEqual(bodies[0]);
      expect(bodies[2]).toEqual(bodies[0]);
    });

    it('is checked before the query', async () => {
      expectRefusal(await ask({ apikey: generateKey() }, 'lat=1000&unknown=1'), 'invalid_api_key');
    });

    it('rejects a wrong checksum without querying the database', async () => {
      const restore = await app().cutDatabase();
      try {
        expectRefusal(await ask({ apikey: mistyped(client.key) }), 'invalid_api_key');
        expect((await ask({ apikey: generateKey() })).status).toBe(503);
      } finally {
        await restore();
      }
    });
  });

  describe('with a key that was valid', () => {
    it('rejects a revoked key, even with a faulty query', async () => {
      const { id, key } = await createApiKey(client.owner, client.clientId);
      await client.owner.delete(`/v1/clients/${client.clientId}/api-keys/${id}`);

      expectRefusal(await ask({ apikey: key }), 'revoked_api_key');
      expectRefusal(await ask({}, `apikey=${key}&lat=1000`), 'revoked_api_key');
    });

    it('rejects a key of a deleted client as revoked', async () => {
      const { owner, clientId, key } = await createKeyedClient(app());
      await owner.delete(`/v1/clients/${clientId}`);

      expectRefusal(await ask({ apikey: key }), 'revoked_api_key');
    });

    it('rejects an expired key from the moment of its expiry', async () => {
      const { keyId, key } = await createKeyedClient(app(), {}, { expires_at: '2099-01-01T00:00:00Z' });
      const setExpiry = (interval: string) =>
        app().runSql('update api_keys set expires_at = now() + ?::interval where id = ?', [interval, keyId]);

      await setExpiry('5 seconds');
      expect((await ask({ apikey: key })).status).toBe(200);
      await setExpiry('0 seconds');
      expectRefusal(await ask({ apikey: key }), 'expired_api_key');
    });

    it('reports it as revoked if it is both revoked and expired', async () => {
      const { owner, clientId, keyId, key } = await createKeyedClient(app());
      await owner.delete(`/v1/clients/${clientId}/api-keys/${keyId}`);
      await app().runSql('update api_keys set expires_at = now() where id = ?', [keyId]);

      expectRefusal(await ask({ apikey: key }), 'revoked_api_key');
    });

    it('is checked before the status of the client and the account', async () => {
      const { owner, clientId, keyId, key } = await createKeyedClient(app());
      await owner.delete(`/v1/clients/${clientId}/api-keys/${keyId}`);
      await app().runSql(`update clients set status = 'disabled' where id = ?`, [clientId]);
      await app().runSql(`update accounts set status = 'disabled' where id = ?`, [owner.accountId]);

      expectRefusal(await ask({ apikey: key }), 'revoked_api_key');
    });
  });
});

describe('403', () => {
  const instance = FORECAST;
  const FAULTY = 'lat=1000&unknown=1';

  describe('without the scope', () => {
    it('refuses a key that only has the scope for batches, and costs nothing', async () => {
      const { key } = await createKeyedClient(app(), {}, { scopes: ['forecast:batch'] });

      const answer = await askForecast(app(), { apikey: key });

      const detail = expect.stringContaining('forecast:read') as unknown;
      expectProblem(answer, 403, 'insufficient_scope', { instance, detail });
      expect(answer.headers.get('www-authenticate')).toBeNull();
      expectProblem(await askForecast(app(), { apikey: key }, FAULTY), 403, 'insufficient_scope', {
        instance,
      });
    });

    it("limits a key to its client's scopes, as soon as those shrink", async () => {
      const { clientId, key } = await createKeyedClient(app(), {}, { scopes: ['forecast:read'] });
      const setScopes = (scopes: string) =>
        app().runSql('update clients set scopes = ? where id = ?', [scopes, clientId]);
      expect((await askForecast(app(), { apikey: key })).status).toBe(200);

      await setScopes('{forecast:batch,usage:read}');
      expectProblem(await askForecast(app(), { apikey: key }), 403, 'insufficient_scope', { instance });
      await setScopes('{forecast:read}');
      expect((await askForecast(app(), { apikey: key })).status).toBe(200);
    });
  });

  describe.each([
    ['client', 'client_disabled'],
    ['account', 'account_disabled'],
  ] as const)('of a disabled %s', (owner, code) => {
    it('is refused immediately, and works again once the owner is active', async () => {
      const created = await createKeyedClient(app());
      const admin = await signedInCaller(app());
      await app().runSql(`update accounts set role = 'admin' where id = ?`, [admin.accountId]);
      const id = owner === 'client' ? created.clientId : created.owner.accountId;
      const setStatus = (status: string) => admin.call('PATCH', `/v1/${owner}s/${id}`, { body: { status } });

      await setStatus('disabled');
      expectProblem(await askForecast(app(), { apikey: created.key }), 403, code, { instance });
      expectProblem(await askForecast(app(), { apikey: created.key }, FAULTY), 403, code, { instance });
      await setStatus('active');
      expect((await askForecast(app(), { apikey: created.key })).status).toBe(200);
    });
  });

  describe('from an address that the key does not allow', () => {
    const outside = ['203.0.113.7', '10.0.0.0/8', '::1', '2001:db8::/32', '128.0.0.0/1'];

    it('is refused', async () => {
      const { key } = await createKeyedClient(app(), {}, { allowed_ips: outside });

      expectProblem(await askForecast(app(), { apikey: key }), 403, 'forbidden', { instance });
      expectProblem(await askForecast(app(), { apikey: key }, FAULTY), 403, 'forbidden', { instance });
    });

    it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'client-ip', 'true-client-ip', 'cf-connecting-ip'])(
      'is refused even if an untrusted peer forges %s',
      async (header) => {
        const { key } = await createKeyedClient(app(), {}, { allowed_ips: outside });
        const value = header === 'forwarded' ? 'for=203.0.113.7' : '203.0.113.7';

        const answer = await askForecast(app(), { apikey: key, [header]: value });

        expectProblem(answer, 403, 'forbidden', { instance });
      },
    );

    it('is accepted from an allowed one', async () => {
      const { key } = await createKeyedClient(app(), {}, { allowed_ips: ['127.0.0.0/8'] });

      expect((await askForecast(app(), { apikey: key })).status).toBe(200);
    });
  });

  it("takes precedence over the quota: a refused request costs nothing, and a spent quota doesn't hide the reason", async () => {
    await publishRun(app());
    const { key, keyId } = await createKeyedClient(app(), { rate_limits: { day: 1 } });
    const setAddresses = (addresses: string) =>
      app().runSql('update api_keys set allowed_ips = ? where id = ?', [addresses, keyId]);

    await setAddresses('{203.0.113.7}');
    expectProblem(await askForecast(app(), { apikey: key }), 403, 'forbidden', { instance });
    await setAddresses('{}');
    expect((await askForecast(app(), { apikey: key }, POINT)).status).toBe(200);
    expect((await askForecast(app(), { apikey: key }, POINT)).status).toBe(429);
    await setAddresses('{203.0.113.7}');
    expectProblem(await askForecast(app(), { apikey: key }), 403, 'forbidden', { instance });
  });

  it.each([
    ['lacks the scope', { scopes: ['forecast:batch'] }, '', 'insufficient_scope'],
    ['is used from another address', { allowed_ips: ['203.0.113.7'] }, '', 'forbidden'],
    ['is of a disabled client', {}, `update clients set status = 'disabled' where id = ?`, 'client_disabled'],
    [
      'is of a disabled account',
      {},
      `update organizations set is_active = false where id = (select organization_id from clients where id = ?)`,
      'account_disabled',
    ],
  ] as const)("is paced by the client's limits: a key that %s", async (_, apiKey, sql, code) => {
    await app().app.get(AttemptsService).clear('registration', networkOf('127.0.0.1'));
    const { key, clientId } = await createKeyedClient(app(), { rate_limits: { minute: 3 } }, apiKey);
    if (sql !== '') await app().runSql(sql, [clientId]);
    for (let i = 0; i < 3; i++) {
      const answer = await askForecast(app(), { apikey: key });
      expectProblem(answer, 403, code, { instance });
      expect(answer.headers.get('ratelimit')).toContain(`"minute";r=${2 - i};`);
    }

    const throttled = await askForecast(app(), { apikey: key });
    expect(throttled).toMatchObject({ status: 429, body: { 'violated-policies': ['minute'] } });
    expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
