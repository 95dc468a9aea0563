import { beforeAll, expect, it } from '@jest/globals';
import { UsageFlusherService } from '../../../../src/usage/metering/usage-flusher.service.js';
import { askForecast, createKeyedClient, type KeyedClient } from '../../../support/forecast-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { useTestApp } from '../../../support/test-app.js';
import { type Usage } from '../../../support/usage-caller.js';
import { callTool, postMcp, sendMcp } from './mcp-caller.js';

const app = useTestApp({ MODELS: 'gfs,ifs,aifs' });
beforeAll(async () => {
  await publishRun(app(), 1);
  await publishRun(app(), 1, { model: 'ifs', resolution: '0p25' });
});

const AT = { lat: 1, lon: 2 };
const leftOf = (headers: Headers, window: string) =>
  Number(new RegExp(`"${window}";r=(\\d+)`).exec(headers.get('ratelimit') ?? '')?.[1]);

async function totalsOf({ owner, clientId }: KeyedClient): Promise<Usage['totals']> {
  await app().app.get(UsageFlusherService).flush();
  return (await owner.get<Usage>(`/v1/usage?client_id=${clientId}`)).body.totals;
}

it('counts each call once, at the price of the equivalent request on other routes', async () => {
  const client = await createKeyedClient(app());
  const { key } = client;
  const day = 50_000;
  const spent: number[] = [];
  const note = ({ headers }: { headers: Headers }) => spent.push(day - leftOf(headers, 'day'));

  note(await askForecast(app(), { apikey: key }));
  note(await callTool(app(), key, 'get_forecast', AT));
  note(await callTool(app(), key, 'find_place', { query: 'Warsaw' }));
  // Two of the three models have a run.
  note(await callTool(app(), key, 'compare_models', AT));
  note(await callTool(app(), key, 'compare_models', { ...AT, models: ['gfs', 'gfs'] }));
  expect(spent).toEqual([1, 2, 3, 5, 6]);
  expect(await totalsOf(client)).toMatchObject({ requests: 5, units: 6, errors: 0 });

  // Rejected calls, and those that only prepare others, are free.
  note(await callTool(app(), key, 'get_forecast', { place: 'No such place at all' }));
  note(await callTool(app(), key, 'get_forecast', { ...AT, model: 'aifs' }));
  note(await callTool(app(), key, 'compare_models', { ...AT, models: ['aifs'] }));
  note(await callTool(app(), key, 'no_tool'));
  note(await callTool(app(), key, 'get_usage'));
  for (const method of ['server/discover', 'tools/list']) note(await sendMcp(app(), { apikey: key }, method));
  note(
    await postMcp(
      app(),
      { apikey: key },
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
      },
    ),
  );
  note(await postMcp(app(), { apikey: key }, { jsonrpc: '2.0', method: 'notifications/initialized' }));
  expect(spent.slice(5)).toEqual(Array(9).fill(6));
  expect(await totalsOf(client)).toMatchObject({ requests: 14, units: 6, errors: 1 });
});

it('counts free calls toward the limits of requests', async () => {
  const { key } = await createKeyedClient(app(), {
    rate_limits: { minute: 2, day: 5 },
  });
  const list = () => sendMcp(app(), { apikey: key }, 'tools/list');
  expect(leftOf((await list()).headers, 'minute')).toBe(1);
  await list();
  const { status, headers, body } = await list();
  expect([status, body.error?.data?.code]).toEqual([429, 'quota_exceeded']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(leftOf(headers, 'day')).toBe(5);
});

it('refuses only forecasts once the units of the day are spent', async () => {
  const { key } = await createKeyedClient(app(), {
    rate_limits: { day: 2 },
  });
  expect((await callTool(app(), key, 'compare_models', AT)).status).toBe(400);
  expect((await callTool(app(), key, 'compare_models', { ...AT, models: ['gfs', 'ifs'] })).status).toBe(200);
  expect((await callTool(app(), key, 'get_forecast', AT)).status).toBe(429);
  expect((await sendMcp(app(), { apikey: key }, 'tools/list')).status).toBe(200);
});
