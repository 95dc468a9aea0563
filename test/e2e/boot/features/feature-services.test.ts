import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publishSampleRun } from '../../../../src/boot/testing/sample-run.js';
import {
  createApiKey,
  createClient,
  signedInCaller,
  type SignedInCaller,
} from '../../../support/api-caller.js';
import { FORECAST, POINT } from '../../../support/forecast-caller.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';
import { ApiCaller } from '../../../support/api-caller.js';

const FEATURES = './test/extension/src/tides/tides.feature.ts';
const levels = createServer((_, response) => response.end(JSON.stringify({ Cuxhaven: 612, Emden: 300 })));

let app: TestApp;
let caller: SignedInCaller;
beforeAll(async () => {
  await once(levels.listen(0, '127.0.0.1'), 'listening');
  const { port } = levels.address() as AddressInfo;
  app = await startTestApp({
    FEATURES,
    TIDES_URL: `http://127.0.0.1:${port}/`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'weather@example.com',
  });
  await signedInCaller(app);
  caller = await signedInCaller(app);
});
afterAll(async () => {
  await app.close();
  levels.close();
});

const forecast = async (key: string) =>
  (await new ApiCaller(app.url).get(`${FORECAST}?${POINT}`, { apikey: key })).headers.get('ratelimit-policy');

describe('LimitPolicy', () => {
  it('adds limits of an organization to those that administrators set: the lower counts', async () => {
    const clientId = await createClient(caller);
    const { key } = await createApiKey(caller, clientId);
    expect(await forecast(key)).not.toContain('organization');
    for (const name of ['Cuxhaven', 'Emden']) await caller.post('/v1/tide-gauges', { name });
    // Also clears the cache of keys.
    const [{ id }] = await app.runSql('update tide_gauges set name = name returning organization_id as id');

    expect(await forecast(key)).toMatch(/"organization-day";q=40000;w=86400$/);
    await app.runSql('update organizations set rate_limits = ? where id = ?', [
      JSON.stringify({ second: null, minute: null, hour: 900, day: 50_000 }),
      id,
    ]);
    expect(await forecast(key)).toMatch(
      /"organization-hour";q=900;w=3600, "organization-day";q=40000;w=86400$/,
    );
    const { body: quota } = await caller.get<{ organization_windows: { window: string; limit: number }[] }>(
      `/v1/usage/quota?client_id=${clientId}`,
    );
    expect(quota.organization_windows.map(({ limit }) => limit)).toEqual([900, 40_000]);
  });
});

describe('an event of the service', () => {
  it('reaches a feature, which reads its setting, announces an event, queues mail and counts', async () => {
    await publishSampleRun(app.dataDirectory);
    let mails: Record<string, unknown>[] = [];
    while (mails.length === 0) {
      await sleep(50);
      mails = await app.runSql(`select recipient, account_id, data from mails where kind = 'tide-high'`);
    }

    expect(mails).toEqual([
      { recipient: caller.email, account_id: caller.accountId, data: { name: 'Cuxhaven', levelCm: 612 } },
    ]);
    const events = await app.runSql(
      `select organization_id, data from announced_events where type = 'tide.high'`,
    );
    const [gauge] = await app.runSql(`select id, organization_id from tide_gauges where name = 'Cuxhaven'`);
    expect(events).toEqual([
      { organization_id: gauge.organization_id, data: { tide_gauge_id: gauge.id, level_cm: 612 } },
    ]);
    const metrics = async () => (await fetch(`${app.url}/metrics`)).text();
    while (!/^tides_readings_total [1-9]/m.test(await metrics())) await sleep(50);
  });
});

it("lists the feature's settings in the documentation", async () => {
  const guide = await (await fetch(`${app.url}/docs/configuration`)).text();
  expect(guide).toContain('Settings of features');
  expect(guide).toMatch(
    /<code>TIDES_URL<\/code>[^]*<code>https:\/\/tides\.example<\/code>[^]*Where levels are read from/,
  );
});

it("doesn't start with a wrong setting of a feature", async () => {
  await expect(startTestApp({ FEATURES, TIDES_URL: 'tides' })).rejects.toThrow(
    'TIDES_URL must be a URL that starts with https: or http:.',
  );
});
