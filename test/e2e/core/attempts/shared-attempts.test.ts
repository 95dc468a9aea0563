import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { UNKNOWN_WAIT } from '../../../../src/core/attempts/attempt-store.js';
import { LocalAttemptStore } from '../../../../src/core/attempts/local-attempt.store.js';
import { SharedAttemptStore } from '../../../../src/core/attempts/shared-attempt.store.js';
import { describeWithRedis } from '../../../support/describe-with-redis.js';
import { RedisServer } from '../../../support/redis-server.js';

describeWithRedis('attempts in Redis', () => {
  let server: RedisServer;
  let stores: SharedAttemptStore[];
  let key = '';
  beforeAll(async () => {
    server = await RedisServer.start();
    stores = [0, 1].map(() => new SharedAttemptStore(server.url, new LocalAttemptStore()));
    for (const store of stores) await store.onApplicationBootstrap();
  });
  afterAll(async () => {
    for (const store of stores) store.onApplicationShutdown();
    await server.stop();
  });
  let keys = 0;
  beforeEach(() => {
    key = `key ${++keys}`;
  });

  async function noteTimes(times: number): Promise<void> {
    for (let count = 0; count < times; count += 1)
      await stores[count % 2].act('passwordOfAccount', 'note', key);
  }
  const waits = () => Promise.all(stores.map((store) => store.act('passwordOfAccount', 'wait', key)));

  it('cost no wait within the free allowance, and then double the wait for all processes', async () => {
    await noteTimes(4);
    expect(await waits()).toEqual([0, 0]);

    await noteTimes(7);
    // 2^6 seconds, but at most a minute, of which some moments have passed.
    for (const wait of await waits()) {
      expect(wait).toBeGreaterThan(32);
      expect(wait).toBeLessThanOrEqual(60);
    }
  });

  it("are rejected and counted in one step, and rejected ones aren't counted", async () => {
    await noteTimes(9);
    const [before] = await waits();
    for (let count = 0; count < 6; count += 1)
      expect(await stores[count % 2].act('passwordOfAccount', 'attempt', key)).toBeGreaterThan(0);
    // Six more would bring the wait to a minute.
    expect(before).toBeLessThanOrEqual(16);
    for (const wait of await waits()) expect(wait).toBeLessThanOrEqual(16);
  });

  it('can be cleared, or taken back one at a time', async () => {
    await noteTimes(12);
    await stores[0].act('passwordOfAccount', 'takeBack', key);
    expect(await waits()).toEqual([0, 0]);
    await stores[1].act('passwordOfAccount', 'note', key);
    for (const wait of await waits()) expect(wait).toBeGreaterThan(32);

    await stores[1].act('passwordOfAccount', 'clear', key);
    expect(await waits()).toEqual([0, 0]);
    await noteTimes(4);
    expect(await waits()).toEqual([0, 0]);
  });

  it('with a password are refused while the store is unavailable; others are counted per process', async () => {
    const away = new SharedAttemptStore('redis://127.0.0.1:9', new LocalAttemptStore());
    await away.onApplicationBootstrap();

    expect(await away.act('passwordOfAccount', 'attempt', key)).toBe(UNKNOWN_WAIT);
    expect(await away.act('passwordFromNetwork', 'attempt', key)).toBe(UNKNOWN_WAIT);
    for (let count = 0; count < 30; count += 1) await away.act('registration', 'note', key);
    expect(await away.act('registration', 'wait', key)).toBeGreaterThan(0);
    away.onApplicationShutdown();
  });
});
