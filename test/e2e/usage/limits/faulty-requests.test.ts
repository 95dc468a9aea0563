import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWithRedis } from '../../../support/describe-with-redis.js';
import { askForecast, createKeyedClient } from '../../../support/forecast-caller.js';
import { RedisServer } from '../../../support/redis-server.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

const DAY_LIMIT = 5;
const FAULTY = 100;

let server: RedisServer;
let app: TestApp;

describeWithRedis('where limits are in Redis', () => {
  beforeAll(async () => {
    server = await RedisServer.start();
    app = await startTestApp({ REDIS_URL: server.url, DEFAULT_RATE_LIMITS: `day=${DAY_LIMIT}` });
  });
  afterAll(async () => {
    await app?.close();
    await server.stop();
  });

  it("concurrent faulty requests don't delay others", async () => {
    const { key } = await createKeyedClient(app);
    const ask = async (asked?: string) => (await askForecast(app, { apikey: key }, asked)).status;

    const faulty = Array.from({ length: FAULTY }, () => ask('lat=north'));
    const right = Array.from({ length: DAY_LIMIT }, () => ask());

    expect(new Set(await Promise.all(right))).toEqual(new Set([200]));
    const statuses = await Promise.all(faulty);
    // Requests after the day's limit is spent get a 429, whatever they ask for.
    expect(statuses.filter((status) => status !== 400 && status !== 429)).toEqual([]);
    expect(await ask()).toBe(429);
  });
});
