import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ConsumptionHistory } from '../../../../src/usage/limits/consumption-history.js';
import {
  createApiKey,
  createClient,
  signedInCaller,
  type SignedInCaller,
} from '../../../support/api-caller.js';
import { describeWithRedis } from '../../../support/describe-with-redis.js';
import { askForecast, postForecasts } from '../../../support/forecast-caller.js';
import { createOrganization } from '../../../support/organization-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { RedisServer } from '../../../support/redis-server.js';
import { readUsage } from '../../../support/usage-caller.js';
import { startTestApp, type TestApp, useTestApp } from '../../../support/test-app.js';

const DEFAULT_RATE_LIMITS = 'second=100,day=20';

/** Creates an organization with limits set by an administrator, and two clients with their own limits. */
async function createScene(app: TestApp, organizationLimits: object) {
  const administrator = await signedInCaller(app);
  const owner = await signedInCaller(app);
  const organization_id = await createOrganization(owner);
  const path = `/v1/organizations/${organization_id}`;
  const set = (caller: SignedInCaller, rate_limits: object) =>
    caller.call('PATCH', path, { body: { rate_limits } });
  expect((await set(owner, organizationLimits)).status).toBe(403);
  const changed = await set(administrator, organizationLimits);
  expect(changed.body).toMatchObject({ rate_limits: organizationLimits });
  const clients: string[] = [];
  const keys: string[] = [];
  for (let number = 0; number < 2; number++) {
    clients.push(await createClient(owner, { organization_id }));
    keys.push((await createApiKey(owner, clients.at(-1)!)).key);
  }
  const ask = (number: number) => askForecast(app, { apikey: keys[number] });
  const quota = async (number: number) =>
    (
      await owner.get<Record<string, { window: string; remaining: number }[]>>(
        `/v1/usage/quota?client_id=${clients[number]}`,
      )
    ).body;
  return { owner, organization_id, administrator, set, keys, ask, quota };
}

async function expectSharedLimits(app: TestApp): Promise<void> {
  const { owner, organization_id, administrator, set, keys, ask, quota } = await createScene(app, { day: 5 });

  const first = await ask(0);
  expect(first.status).toBe(200);
  expect(first.headers.get('ratelimit-policy')).toBe(
    '"second";q=100;w=1, "day";q=20;w=86400, "organization-day";q=5;w=86400',
  );
  expect(first.headers.get('ratelimit')).toMatch(/"day";r=19;t=\d+, "organization-day";r=4;t=\d+$/);
  // An invalid request consumes nothing.
  expect((await askForecast(app, { apikey: keys[0] }, 'lat=91&lon=0')).status).toBe(400);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, number) => ask(number % 2)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  const refused = await ask(1);
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({
    code: 'quota_exceeded',
    'violated-policies': ['organization-day'],
    detail: expect.stringContaining('quota per organization and day') as unknown,
  });
  // Requests refused by the organization's limit consumed nothing from the clients' windows.
  const left = [await quota(0), await quota(1)].map(
    ({ windows }) => windows.find(({ window }) => window === 'day')!.remaining,
  );
  expect(left[0] + left[1]).toBe(40 - 5);
  expect((await quota(0)).organization_windows).toMatchObject([{ window: 'day', limit: 5, remaining: 0 }]);
  const batch = await postForecasts(
    app,
    { apikey: keys[0] },
    {
      locations: Array.from({ length: 6 }, () => ({ lat: 1, lon: 2 })),
    },
  );
  expect(batch.status).toBe(429);

  // After a restart, the limits begin with what was consumed before.
  expect((await readUsage(owner, `organization_id=${organization_id}`)).totals.units).toBe(5);
  const recent = await app.app.get(ConsumptionHistory).recentUnits(new Date());
  expect(recent.find(({ holderId }) => holderId === organization_id)).toMatchObject({ unitsOfDay: 5 });

  await set(administrator, { day: null });
  const free = await ask(0);
  expect([free.status, free.headers.get('ratelimit-policy')]).toEqual([
    200,
    '"second";q=100;w=1, "day";q=20;w=86400',
  ]);
  await set(administrator, { day: 7 });
  // Earlier consumption counts.
  expect((await ask(1)).headers.get('ratelimit')).toMatch(/"organization-day";r=1;t=\d+$/);
  const large = await postForecasts(
    app,
    { apikey: keys[0] },
    { locations: Array(8).fill({ lat: 1, lon: 2 }) },
  );
  expectProblem(large, 400, 'invalid_parameter', {
    instance: '/v1/weather/forecasts',
    pointers: ['/locations'],
  });
}

const app = useTestApp({ DEFAULT_RATE_LIMITS });

it('all clients of an organization share its limits, on top of their own', async () => {
  await expectSharedLimits(app());
});

describeWithRedis('with limits in Redis', () => {
  let server: RedisServer;
  let shared: TestApp;
  beforeAll(async () => {
    server = await RedisServer.start();
    shared = await startTestApp({ DEFAULT_RATE_LIMITS, REDIS_URL: server.url });
  });
  afterAll(async () => {
    await shared.close();
    await server.stop();
  });

  it('all clients of an organization share its limits as well', async () => {
    await expectSharedLimits(shared);
  });
});
