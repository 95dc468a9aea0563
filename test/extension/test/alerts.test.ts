import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService, type TestSession } from 'weather-forecast-service/testing';
import alerts from '../src/alerts/alerts.feature.js';

let service: TestService;
let session: TestSession;
before(async () => {
  service = await startTestService({ features: [alerts] });
  await service.ingestSample();
  session = await service.signIn();
});
after(() => service.stop());

const create = (name: string) => session.request('/v1/valley-alerts', { method: 'POST', body: { name } });
const get = (path: string, apikey: string) => fetch(`${service.url}${path}`, { headers: { apikey } });

test('an alert is created in a session and listed with a key', async () => {
  assert.equal((await create('Storm')).status, 201);

  const answer = await get('/v1/valley-alerts', await session.createKey(['alerts:read']));
  assert.equal(answer.status, 200);
  const [alert] = (await answer.json()) as { id: string; name: string }[];
  assert.match(alert.id, /^alr_[0-9A-Z]{26}$/);
  assert.equal(alert.name, 'Storm');
});

test('a key without the scope is refused', async () => {
  const answer = await get('/v1/valley-alerts', await session.createKey(['forecast:read']));
  assert.equal(answer.status, 403);
  assert.equal(((await answer.json()) as { code: string }).code, 'insufficient_scope');
});

test('too many alerts are a problem of its own', async () => {
  await create('Frost');
  const answer = await create('Flood');
  assert.equal(answer.status, 409);
  assert.equal(((await answer.json()) as { code: string }).code, 'too_many_alerts');
});

test('the lowest temperature is that of the made run', async () => {
  const answer = await get(
    '/v1/valley-alerts/frost?lat=52.2&lon=21',
    await session.createKey(['alerts:read']),
  );
  // The made run has 5 °C every 24 hours.
  assert.deepEqual(await answer.json(), { lowestTemperature: 5, isFrost: false });
});

test('the metric is served by the hour and by the day, in both systems of units', async () => {
  const key = await session.createKey(['forecast:read']);
  const forecast = async (query: string) => {
    const path = `/v1/weather/forecast?lat=52.2&lon=21&fields=vapourPressureDeficit&${query}`;
    return (await (await get(path, key)).json()) as {
      data: { timelines: Record<'hourly' | 'daily', { values: Record<string, number> }[]> };
      meta: { run: string };
    };
  };
  const { run } = (await forecast('units=metric')).meta;

  // The made run begins with 15 °C and 60 %: two fifths of 1.705 kPa (FAO 56, table 2.3), or of 0.503 inHg.
  for (const [units, expected] of [
    ['metric', 0.68],
    ['imperial', 0.2],
  ] as const) {
    const { hourly, daily } = (await forecast(`units=${units}&startTime=${run}&timelines=hourly,daily`)).data
      .timelines;
    assert.deepEqual(hourly[0].values, { vapourPressureDeficit: expected });
    assert.equal(daily[1].values.vapourPressureDeficitMax, expected);
  }
});

test('the alerts are counted for Prometheus', async () => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  assert.match(text, /^valley_alerts_created_total 2$/m);
});

test('the OpenAPI document and the scopes have it', async () => {
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: object };
  assert.ok('/v1/valley-alerts' in document.paths);
  const { data } = (await (await fetch(`${service.url}/v1/scopes`)).json()) as { data: { name: string }[] };
  assert.ok(data.some(({ name }) => name === 'alerts:read'));
});
