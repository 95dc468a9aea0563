import { describe, expect, it } from '@jest/globals';
import { signedInCaller } from '../../support/api-caller.js';
import { createKeyedClient, askForecast, FORECAST, POINT } from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = FORECAST;
const FAULTY = 'lat=1000&unknown=1';

describe('without the scope', () => {
  it('refuses a key that only has the scope for batches, and costs nothing', async () => {
    const { key } = await createKeyedClient(app(), {}, { scopes: ['forecast:batch'] });

    const answer = await askForecast(app(), { apikey: key });

    const detail = expect.stringContaining('forecast:read') as unknown;
    expectProblem(answer, 403, 'insufficient_scope', { instance, detail });
    expect(answer.headers.get('www-authenticate')).toBeNull();
    expectProblem(await askForecast(app(), { apikey: key }, FAULTY), 403, 'insufficient_scope', { instance });
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
