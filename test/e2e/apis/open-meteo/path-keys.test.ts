import { beforeAll, describe, expect, it } from '@jest/globals';
import { UsageFlusherService } from '../../../../src/usage/metering/usage-flusher.service.js';
import { createApiKey } from '../../../support/api-caller.js';
import { createKeyedClient, type KeyedClient } from '../../../support/forecast-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp } from '../../../support/test-app.js';
import { askOpenMeteo, type OpenMeteoBody, PLACE } from './ask-open-meteo.js';

const app = useTestApp({
  OPEN_METEO_PATH_KEYS: 'on',
  METRICS_TOKEN: 'metrics',
  DEFAULT_RATE_LIMITS: 'day=100',
});
let client: KeyedClient;
let key: string;
beforeAll(async () => {
  await publishRun(app(), 1);
  client = await createKeyedClient(app());
  ({ key } = await createApiKey(client.owner, client.clientId, { scopes: ['forecast:read'] }));
});

const send = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  sendRaw<OpenMeteoBody>(app().url, { path, headers, method });
const pathOf = (segment: string, query = PLACE) => `/open-meteo/key/${segment}/v1/forecast?${query}`;
const escaped = () => key.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`);

describe('200', () => {
  it('responds as with the key in the query', async () => {
    const query = `${PLACE}&hourly=temperature_2m`;
    const expected = await askOpenMeteo(app(), key, query);
    for (const path of [pathOf(key, query), pathOf(escaped(), query), app().url + pathOf(key, query)]) {
      const { status, body, headers } = await send(path);
      expect([status, body.hourly]).toEqual([200, expected.body.hourly]);
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  it('responds to CORS preflight requests', async () => {
    const { status, headers } = await send(pathOf(key), { origin: 'https://a.example' }, 'OPTIONS');
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });
});

describe('rejected', () => {
  it('a key with scopes beyond reading forecasts, at no cost', async () => {
    const { status, body } = await send(pathOf(client.key));
    expect([status, body]).toEqual([
      403,
      { error: true, reason: 'A key in the path must have the scope forecast:read alone.' },
    ]);
    expect((await askOpenMeteo(app(), client.key, PLACE)).status).toBe(200);
  });

  it('a second key besides the one in the path', async () => {
    expect((await send(pathOf(key), { apikey: client.key })).status).toBe(400);
    expect((await send(pathOf(key, `${PLACE}&apikey=${client.key}`))).status).toBe(400);
  });

  it('an unknown key, a segment with more than a key, and other paths', async () => {
    expect((await send(pathOf('wx_none'))).status).toBe(401);
    expect((await send(pathOf(`${key}%26latitude=1`))).status).toBe(401);
    expect((await send(pathOf(`${key}%E0%A4%A`))).status).toBe(404);
    expect((await send(`/open-meteo/key/${key}/v1/nothing`)).status).toBe(404);
    expect((await send(`/open-meteo/key/${key}/v1/forecast`, {}, 'DELETE')).status).toBe(405);
  });
});

it('keeps the key out of logs, metrics, errors and the request log', async () => {
  const secret = key.slice(3, 30);
  const paths = [
    pathOf(key),
    pathOf(escaped()),
    pathOf(key, `${PLACE}&hourly=nothing`),
    pathOf(key, 'latitude=1,2&longitude=1,2'),
    pathOf(`${key}%E0%A4%A`),
    `/open-meteo/key/${key}`,
    `/open-meteo/${escaped()}/v1/forecast`,
    `/v1/weather/${key}`,
  ];
  for (const path of paths) {
    const { body, headers } = await send(path);
    expect(JSON.stringify([body, Object.fromEntries(headers)])).not.toContain(secret);
  }
  await app().app.get(UsageFlusherService).flush();
  const metrics = await fetch(`${app().url}/metrics`, { headers: { authorization: 'Bearer metrics' } });
  const rows = await app().runSql('select * from usage.requests');
  expect(rows.length).toBeGreaterThanOrEqual(4);
  const kept = [await metrics.text(), JSON.stringify(rows), ...app().logLines].join('\n');
  expect(kept).toContain('/open-meteo/v1/forecast');
  expect(kept).not.toContain(secret);
  expect(kept).not.toContain(escaped().slice(9, 60));
});
