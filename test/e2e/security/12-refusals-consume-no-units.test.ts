import { afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, createApiKey } from '../../support/api-caller.js';
import {
  askForecast,
  createKeyedClient,
  postForecast,
  postForecasts,
} from '../../support/forecast-caller.js';
import { countKeyLookUps } from '../../support/key-look-ups.js';
import { publishRun } from '../../support/published-run.js';
import { sendRaw } from '../../support/raw-request.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=1000' });
beforeAll(() => publishRun(app()));

const limits = { minute: 1_000, hour: 1_000, day: 1_000 };
const remaining = ({ headers }: Answer) =>
  [...headers.get('ratelimit')!.matchAll(/r=(\d+)/g)].map(([, count]) => Number(count));
const OF_A_MISSING_RUN = 'lat=1&lon=1&source=gfs&startTime=2020-01-01T00:00:00Z';

/** Stops the clock, so that no window is replenished meanwhile. */
const stopClock = () => jest.spyOn(Date, 'now').mockReturnValue(Date.now());
afterEach(() => void jest.restoreAllMocks());

it('takes a rejected or failed request out of the windows that count requests, but not units', async () => {
  const { owner, clientId, key } = await createKeyedClient(app(), { rate_limits: limits });
  const { body: batchOnly } = await owner.post<{ key: string }>(`/v1/clients/${clientId}/api-keys`, {
    name: 'Batch',
    scopes: ['forecast:batch'],
  });
  stopClock();
  const locations = Array.from({ length: 101 }, () => ({ lat: 1, lon: 1 }));
  const refused = [
    await askForecast(app(), { apikey: key }, 'lat=1000'),
    await postForecast(app(), { apikey: key }, '{'),
    await askForecast(app(), { apikey: key }, OF_A_MISSING_RUN),
    await askForecast(app(), { apikey: batchOnly.key }),
    await postForecasts(app(), { apikey: key }, { locations }),
    await postForecasts(app(), { apikey: key }, { locations: [{ place: 'Qqqqqq' }] }),
    await sendRaw(app().url, {
      path: '/v1/weather/jobs/job_01KAHVZ6D4Q3T5B9XG7M2N8RWC',
      headers: { apikey: key },
    }),
  ];

  expect(refused.map(({ status }) => status)).toEqual([400, 400, 503, 403, 400, 400, 404]);
  expect(refused.map((answer) => remaining(answer))).toEqual(
    refused.map((_, i) => [1_000 - i - 1, 1_000, 1_000]),
  );
  expect(remaining(await askForecast(app(), { apikey: key }))).toEqual([992, 999, 999]);
});

it('takes nothing for a throttled request, and for a key that doesn’t work', async () => {
  const { owner, clientId, key } = await createKeyedClient(app(), { rate_limits: { ...limits, second: 1 } });
  const { id, key: revoked } = await createApiKey(owner, clientId);
  await owner.delete(`/v1/clients/${clientId}/api-keys/${id}`);
  stopClock();
  const answers = [
    await askForecast(app(), { apikey: key }, 'lat=1000'),
    await askForecast(app(), { apikey: key }),
    await askForecast(app(), { apikey: key }, 'lat=1000'),
    await askForecast(app(), { apikey: revoked }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([400, 429, 429, 401]);
  expect(answers.map((answer) => remaining(answer))).toEqual(answers.map(() => [0, 999, 1_000, 1_000]));
});

it.each([
  ['400', 'lat=1000', 400],
  ['503', OF_A_MISSING_RUN, 503],
])('paces requests of a key that all get %s', async (_, query, status) => {
  const { key } = await createKeyedClient(app(), { rate_limits: { ...limits, second: 5 } });
  stopClock();
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => askForecast(app(), { apikey: key }, query)),
  );

  const statuses = answers.map((answer) => answer.status).sort((a, b) => a - b);
  expect(Map.groupBy(statuses, (each) => each === status).get(true)).toHaveLength(5);
  expect(statuses.filter((each) => each === 429)).toHaveLength(35);
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
