/** @slow */
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { generateKey } from '../../../src/api-keys/key-format.js';
import { type Answer, createApiKey } from '../../support/api-caller.js';
import { askForecast, createKeyedClient, FORECAST, type KeyedClient } from '../../support/forecast-caller.js';
import { countKeyLookUps } from '../../support/key-look-ups.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
/** Failed lookups allowed per address and in total while the clock stands still. */
const [OF_AN_ADDRESS, OF_ALL] = [200, 500];

const ask = (apikey: string, address: string): Promise<Answer> =>
  askForecast(app(), { apikey, 'x-forwarded-for': address });
/** Sends several at a time, with well-formed but unknown keys. */
async function flood(times: number, addressOf: (number: number) => string): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < times) {
    const many = Array.from({ length: Math.min(50, times - statuses.length) }, (_, number) =>
      ask(generateKey(), addressOf(statuses.length + number)),
    );
    statuses.push(...(await Promise.all(many)).map(({ status }) => status));
  }
  return statuses;
}

let victim: KeyedClient;
beforeAll(async () => {
  victim = await createKeyedClient(app());
});
afterEach(() => {
  jest.restoreAllMocks();
});

let nowMs = Date.now();
/** Freezes the clock at a time of its own for each test, so that a slow machine frees no capacity. */
function stopClock(): { advance: (ms: number) => void } {
  nowMs += 120_000;
  jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
  return { advance: (ms) => (nowMs += ms) };
}

describe('behind one address with repeatedly failing keys', () => {
  it('every valid key works, new or not, while failing ones are throttled', async () => {
    const address = '203.0.113.1';
    const clock = stopClock();
    await ask(victim.key, address);
    await flood(110, () => address);

    const [bad, good] = [[] as number[], [] as number[]];
    for (let second = 0; second < 12; second += 1) {
      clock.advance(1_000);
      const { key: unused } = await createApiKey(victim.owner, victim.clientId);
      bad.push(...(await flood(2, () => address)));
      good.push((await ask(victim.key, address)).status, (await ask(unused, address)).status);
    }

    expect(good).toEqual(Array<number>(24).fill(200));
    expect(bad.filter((status) => status === 429).length).toBeGreaterThanOrEqual(12);
  });
});

describe('a flood of unknown keys', () => {
  it('from one address is limited to a number of lookups, and then throttled', async () => {
    const address = '203.0.113.2';
    stopClock();
    const count = countKeyLookUps(app());

    // Its throttled requests don't count toward the total limit.
    const answers = await flood(OF_ALL + 50, () => address);

    expect(count()).toBe(OF_AN_ADDRESS);
    expect(answers.slice(OF_AN_ADDRESS)).toEqual(Array<number>(OF_ALL + 50 - OF_AN_ADDRESS).fill(429));
    const refused = await ask(generateKey(), address);
    expectProblem(refused, 429, 'too_many_attempts', { instance: FORECAST });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await ask(generateKey(), '203.0.113.3')).status).toBe(401);
  });

  it('from many addresses is limited as well, while known keys still work', async () => {
    const clock = stopClock();
    await ask(victim.key, '203.0.113.4');
    // Cached keys have to be looked up again.
    clock.advance(11_000);
    const count = countKeyLookUps(app());

    await flood(OF_ALL + 50, (number) => `198.51.100.${number % 250}`);

    expect(count()).toBe(OF_ALL);
    expect((await ask(victim.key, '198.51.100.1')).status).toBe(200);
    expect(count()).toBe(OF_ALL + 1);
    clock.advance(1_000);
    const { key: unused } = await createApiKey(victim.owner, victim.clientId);
    expect((await ask(unused, '198.51.100.1')).status).toBe(200);
  });

  it("isn't counted if the keys turn out to be valid, or while the database is unavailable", async () => {
    const address = '203.0.113.5';
    stopClock();
    const restore = await app().cutDatabase();
    const during = await flood(OF_AN_ADDRESS + 10, () => address);
    await restore();
    expect(during).not.toContain(429);
    expect(during).not.toContain(401);
    for (let number = 0; number < 3; number += 1) {
      const { key } = await createApiKey(victim.owner, victim.clientId);
      expect((await ask(key, address)).status).toBe(200);
    }

    const count = countKeyLookUps(app());
    await flood(OF_AN_ADDRESS + 1, () => address);
    expect(count()).toBe(OF_AN_ADDRESS);
  });
});
