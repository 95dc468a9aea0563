import { beforeAll, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, createApiKey } from '../../support/api-caller.js';
import { askForecast, createKeyedClient, FORECAST, postForecast } from '../../support/forecast-caller.js';
import { countKeyLookUps } from '../../support/key-look-ups.js';
import { publishRun } from '../../support/published-run.js';
import { sendRaw } from '../../support/raw-request.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=1000' });
beforeAll(() => publishRun(app()));

const limits = { minute: 1_000, hour: 1_000, day: 1_000 };
const remaining = ({ headers }: Answer) =>
  [...headers.get('ratelimit')!.matchAll(/r=(\d+)/g)].map(([, count]) => Number(count));

it('consumes nothing from any window for a rejected request', async () => {
  const { owner, key } = await createKeyedClient(app(), { rate_limits: limits });
  const batchOnly = await owner.post<{ key: string }>(
    `/v1/clients/${(await owner.get<{ data: { client_id: string }[] }>('/v1/clients')).body.data[0].client_id}/api-keys`,
    { name: 'Batch', scopes: ['forecast:batch'] },
  );
  const refused = [
    await askForecast(app(), { apikey: key }, 'lat=1000'),
    await postForecast(app(), { apikey: key }, '{'),
    await askForecast(app(), { apikey: key }, 'lat=1&lon=1&source=gfs&startTime=2020-01-01T00:00:00Z'),
    await askForecast(app(), { apikey: batchOnly.body.key }),
    await sendRaw(app().url, {
      method: 'POST',
      path: `${FORECAST}s`,
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ locations: Array.from({ length: 101 }, () => ({ lat: 1, lon: 1 })) }),
    }),
  ];

  expect(refused.map(({ status }) => status)).toEqual([400, 400, 503, 403, 400]);
  expect(refused.map((answer) => remaining(answer))).toEqual(refused.map(() => [1_000, 1_000, 1_000]));
  expect(remaining(await askForecast(app(), { apikey: key }))).toEqual([999, 999, 999]);
});

it('admits the next request after Retry-After', async () => {
  const { key } = await createKeyedClient(app(), { rate_limits: { second: 1, ...limits } });
  let refused: Answer | undefined;
  for (let tries = 0; tries < 50 && !refused; tries += 1) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => askForecast(app(), { apikey: key })));
    refused = answers.find(({ status }) => status === 429);
  }

  await sleep(Number(refused!.headers.get('retry-after')) * 1000);

  expect((await askForecast(app(), { apikey: key })).status).toBe(200);
});

it("doesn't affect concurrent valid requests while many are rejected, with a key used for the first time", async () => {
  const { owner, clientId } = await createKeyedClient(app(), {
    rate_limits: { ...limits, second: null, day: 20 },
  });
  const { key } = await createApiKey(owner, clientId);
  // All of them wait for a single lookup.
  const count = countKeyLookUps(app(), () => sleep(3_000));

  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, number) =>
      askForecast(app(), { apikey: key }, number % 25 === 24 ? undefined : 'lat=1000&lon=1'),
    ),
  );

  expect(count()).toBe(1);
  jest.restoreAllMocks();
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toEqual(statuses.map((_, number) => (number % 25 === 24 ? 200 : 400)));
});
