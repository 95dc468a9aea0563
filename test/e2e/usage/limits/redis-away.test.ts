import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithRedis } from '../../../support/describe-with-redis.js';
import { Scrape } from '../../../support/exposition.js';
import { askForecast, createKeyedClient } from '../../../support/forecast-caller.js';
import { RedisServer } from '../../../support/redis-server.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

const DAY_LIMIT = 6;

let server: RedisServer;
let app: TestApp;

describeWithRedis('while Redis is away', () => {
  beforeAll(async () => {
    server = await RedisServer.start();
    app = await startTestApp({ REDIS_URL: server.url, DEFAULT_RATE_LIMITS: `day=${DAY_LIMIT}` });
  });
  afterAll(async () => {
    await app?.close();
    await server.stop();
  });

  const hasLogged = (text: string) => app.logLines.some((line) => line.includes(text));

  /** Requests forecasts for another client until Redis is used again. */
  async function untilStoreDecides(key: string): Promise<void> {
    while (!hasLogged('The store for rate limits is reachable again')) {
      await askForecast(app, { apikey: key });
      await sleep(50);
    }
  }

  it('logs nothing about a store that is available from the start', () => {
    expect(hasLogged('The store for rate limits')).toBe(false);
  });

  it('requests continue under the local limits, which carry over to Redis once it is back, empty', async () => {
    const { key } = await createKeyedClient(app);
    // Creates the client now, since no one can sign in while Redis is away.
    const { key: other } = await createKeyedClient(app);
    const ask = async () => {
      const { status, headers } = await askForecast(app, { apikey: key });
      return [status, headers.get('ratelimit')?.replace(/;t=.*/, '')];
    };
    expect([await ask(), await ask()]).toEqual([
      [200, '"day";r=5'],
      [200, '"day";r=4'],
    ]);

    await server.stop();
    expect([await ask(), await ask()]).toEqual([
      [200, '"day";r=3'],
      [200, '"day";r=2'],
    ]);
    expect(hasLogged('The store for rate limits is unreachable')).toBe(true);
    expect((await fetch(`${app.url}/health/ready`)).status).toBe(200);

    await server.restart();
    await untilStoreDecides(other);
    expect([await ask(), await ask(), await ask()]).toEqual([
      [200, '"day";r=1'],
      [200, '"day";r=0'],
      [429, '"day";r=0'],
    ]);
  });

  it('is reported by a metric, even without any limited requests', async () => {
    const untilLost = async (expected: number) => {
      while ((await Scrape.of(app)).value('weather_limit_store_lost') !== expected) await sleep(50);
    };
    await untilLost(0);
    await server.stop();
    await untilLost(1);
    await server.restart();
    await untilLost(0);
  });
});
