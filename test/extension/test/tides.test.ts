import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  checkFeature,
  startTestService,
  type TestService,
  type TestSession,
} from 'weather-forecast-service/testing';
import tides from '../src/tides/tides.feature.js';

const levels = createServer((_, response) => response.end(JSON.stringify({ Cuxhaven: 612 })));
let service: TestService;
let session: TestSession;
before(async () => {
  await once(levels.listen(0, '127.0.0.1'), 'listening');
  const TIDES_URL = `http://127.0.0.1:${(levels.address() as AddressInfo).port}`;
  service = await startTestService({ features: [tides], environment: { TIDES_URL } });
  session = await service.signIn();
});
after(async () => {
  await service.stop();
  levels.close();
});

const list = async () => {
  const answer = await session.request('/v1/tide-gauges');
  return (await answer.json()) as { data: { name: string; level_cm: number | null }[]; next_cursor: null };
};

test('the feature is complete', () => checkFeature(tides));

test('a gauge is added within the organization, and read when there is a new forecast', async () => {
  const body = { name: 'Cuxhaven' };
  assert.equal((await session.request('/v1/tide-gauges', { method: 'POST', body })).status, 201);
  assert.equal((await list()).data[0].level_cm, null);

  await service.ingestSample();
  while ((await list()).data[0].level_cm === null) await sleep(100);
  const [{ name, level_cm }] = (await list()).data;
  assert.deepEqual({ name, level_cm }, { name: 'Cuxhaven', level_cm: 612 });
});

test("the gauge is in the account's export", async () => {
  const exported = (await (await session.request('/v1/accounts/me/export')).json()) as {
    tide_gauges: object[];
  };
  assert.equal(exported.tide_gauges.length, 1);
});
