import { expect, it } from '@jest/globals';
import { createApiKey } from '../../support/api-caller.js';
import { flushedUsage } from '../../support/flushed-usage.js';
import { askForecast, createKeyedClient, FORECAST, postForecast } from '../../support/forecast-caller.js';
import { sendRaw } from '../../support/raw-request.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

/** Returns a client's requests and units from the table, by route and status. */
async function countsOf(clientId: string, table: string) {
  const rows = await flushedUsage(
    app(),
    `select route, status, sum(requests)::int as requests, sum(units)::int as units, sum(bytes)::int > 0 as has_bytes
     from usage.${table} where client_id = '${clientId}' group by route, status order by route, status`,
  );
  return rows.map(({ route, status, requests, units, has_bytes }) => [
    route,
    status,
    requests,
    units,
    has_bytes,
  ]);
}

it('counts every response to a key that is or was valid, and charges only for served ones', async () => {
  const { owner, clientId, keyId, key } = await createKeyedClient(app(), {
    rate_limits: { second: null, minute: null, hour: null, day: 3 },
  });
  const readOnly = await createApiKey(owner, clientId, { allowed_ips: ['192.0.2.1'] });
  const served = await askForecast(app(), { apikey: key });
  await askForecast(app(), { apikey: key, 'if-none-match': served.headers.get('etag')! });
  await askForecast(app(), { apikey: key }, 'lat=91&lon=0');
  await askForecast(app(), { apikey: readOnly.key });
  await postForecast(app(), { apikey: key });
  await askForecast(app(), { apikey: key });
  await owner.delete(`/v1/clients/${clientId}/api-keys/${keyId}`);
  await askForecast(app(), { apikey: key });
  await askForecast(app(), { apikey: key.slice(0, -1) });
  await sendRaw(app().url, { method: 'DELETE', path: FORECAST, headers: { apikey: key } });

  for (const table of ['client_minutes', 'client_quarters', 'client_days']) {
    expect(await countsOf(clientId, table)).toEqual([
      [`GET ${FORECAST}`, 200, 1, 1, true],
      [`GET ${FORECAST}`, 304, 1, 1, false],
      [`GET ${FORECAST}`, 400, 1, 0, true],
      [`GET ${FORECAST}`, 401, 1, 0, true],
      [`GET ${FORECAST}`, 403, 1, 0, true],
      [`GET ${FORECAST}`, 429, 1, 0, true],
      [`POST ${FORECAST}`, 200, 1, 1, true],
    ]);
  }
});

it('counts a HEAD request once, without bytes', async () => {
  const { clientId, key } = await createKeyedClient(app());
  await sendRaw(app().url, { method: 'HEAD', path: `${FORECAST}?lat=1&lon=2`, headers: { apikey: key } });

  expect(await countsOf(clientId, 'client_days')).toEqual([[`HEAD ${FORECAST}`, 200, 1, 1, false]]);
});

it('sums up usage per account and in total', async () => {
  const sumOf = async (accountId: string, table: string) =>
    Number(
      (
        await flushedUsage(
          app(),
          `select coalesce(sum(requests), 0) as sum from usage.${table} where account_id = '${accountId}'`,
        )
      )[0].sum,
    );
  const before = await sumOf('*', 'account_days');
  const { owner, key } = await createKeyedClient(app());
  for (let i = 0; i < 3; i++) await askForecast(app(), { apikey: key });

  expect(await sumOf(owner.accountId, 'account_days')).toBe(3);
  expect(await sumOf(owner.accountId, 'account_quarters')).toBe(3);
  expect(await sumOf('*', 'account_days')).toBe(before + 3);
  expect(await sumOf('*', 'account_quarters')).toBe(before + 3);
});

it('only moves the last use of a key forward', async () => {
  const { keyId, key } = await createKeyedClient(app());
  const lastUse = async () =>
    (await flushedUsage(app(), `select last_used_at from api_keys where id = '${keyId}'`))[0].last_used_at;
  const startedMs = Date.now();
  await askForecast(app(), { apikey: key });
  const first = (await lastUse()) as Date;
  expect(+new Date(first)).toBeGreaterThanOrEqual(startedMs - 1);

  await app().runSql(`update api_keys set last_used_at = '2100-01-01' where id = ?`, [keyId]);
  await askForecast(app(), { apikey: key });
  expect(new Date((await lastUse()) as Date).getUTCFullYear()).toBe(2100);
});

it("doesn't count as a use of the key if the key itself is the reason for the rejection", async () => {
  const { owner, clientId } = await createKeyedClient(app());
  const { id, key } = await createApiKey(owner, clientId, { allowed_ips: ['192.0.2.1'] });
  expect((await askForecast(app(), { apikey: key })).status).toBe(403);

  const query = `select last_used_at from api_keys where id = '${id}'`;
  expect(await flushedUsage(app(), query)).toEqual([{ last_used_at: null }]);
});
