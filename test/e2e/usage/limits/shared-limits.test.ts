import { setImmediate as untilSent, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { type RateLimits } from '../../../../src/core/config/configuration.js';
import { DAY_MS } from '../../../../src/core/time/index.js';
import {
  type Cost,
  emptyConsumption,
  statesOf,
  takeFrom,
} from '../../../../src/usage/limits/client-limits.js';
import { LIMIT_SCRIPT } from '../../../../src/usage/limits/limit-script.js';
import { LocalLimitStorage } from '../../../../src/usage/limits/local-limit.storage.js';
import { SharedLimitStorage } from '../../../../src/usage/limits/shared-limit.storage.js';
import { describeWithRedis } from '../../../support/describe-with-redis.js';
import { RedisServer } from '../../../support/redis-server.js';

const NONE: RateLimits = { second: null, minute: null, hour: null, day: null };
const ONE: Cost = { requests: 1, units: 1 };

/** Longer than the timeout for the store. */
const STANDSTILL_MS = 2_000;

let server: RedisServer;
const storages: SharedLimitStorage[] = [];

async function openStorage(local = new LocalLimitStorage()): Promise<SharedLimitStorage> {
  const storage = new SharedLimitStorage(server.url, local);
  storages.push(storage);
  await storage.onApplicationBootstrap();
  return storage;
}

/** Blocks the event loop, as on an overloaded machine. */
function standStill(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STANDSTILL_MS);
}

describeWithRedis('limits in Redis', () => {
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterEach(() => storages.splice(0).forEach((storage) => storage.onApplicationShutdown()));
  afterAll(() => server.stop());

  it('admit exactly the limit, out of ten times as many concurrent requests in three processes', async () => {
    const processes = await Promise.all([openStorage(), openStorage(), openStorage()]);
    const limits = { ...NONE, minute: 1000, day: 50 };

    const taken = await Promise.all(
      Array.from({ length: 500 }, (_, number) => processes[number % 3].take('many', limits, ONE)),
    );

    expect(taken.filter(({ admitted }) => admitted)).toHaveLength(50);
    const refused = taken.find(({ admitted }) => !admitted)!;
    expect(refused.violated).toEqual(['day']);
    expect(taken.every(({ decidedBy }) => decidedBy instanceof SharedLimitStorage)).toBe(true);
    const { consumption, nowMs } = await processes[0].standingOf('many', limits);
    // Rejected requests consumed nothing of the minute.
    expect(statesOf(consumption, limits, nowMs)[0].remaining).toBeGreaterThanOrEqual(950);
    expect(consumption.unitsOfDay).toBe(50);
  });

  it('decide for each of many concurrent clients by its own limits', async () => {
    const storage = await openStorage();
    const limits = { ...NONE, day: 3 };
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    const consumed = (number: number) => number % 5;
    await Promise.all(
      numbers.map((number) =>
        storage.take(`client ${number}`, NONE, { requests: 1, units: consumed(number) }),
      ),
    );

    const taken = await Promise.all(numbers.map((number) => storage.take(`client ${number}`, limits, ONE)));

    expect(taken.map(({ admitted }) => admitted)).toEqual(numbers.map((number) => consumed(number) < 3));
    expect(taken.map(({ consumption }) => consumption.unitsOfDay)).toEqual(
      numbers.map((number) => consumed(number) + (consumed(number) < 3 ? 1 : 0)),
    );
    expect(taken.every(({ decidedBy }) => decidedBy === storage)).toBe(true);
  });

  it('use the response from Redis even if the process was blocked while waiting for it', async () => {
    const storage = await openStorage();
    await storage.take('still', { ...NONE, day: 5 }, ONE);
    const answer = storage.take('still', { ...NONE, day: 5 }, ONE);
    await untilSent();
    standStill();

    expect((await answer).decidedBy).toBe(storage);
  });

  it('make the same decisions as a single process on its own', async () => {
    const storage = await openStorage();
    const all: RateLimits[] = [
      { second: 7, minute: 49, hour: 300, day: 310 },
      { second: 90, minute: 700, hour: 400, day: 500 },
      { second: 3, minute: null, hour: 200, day: 500 },
    ];
    const alone = emptyConsumption();

    for (let number = 0; number < 200; number += 1) {
      const limits = all[Math.floor(number / 30) % all.length];
      const cost = { requests: 1, units: 1 + ((number * 7) % 13) };
      const taken = await storage.take('same', limits, cost);
      const expected = takeFrom(alone, limits, cost, taken.nowMs);
      expect([number, taken.admitted, taken.violated, taken.retryAfterSeconds]).toEqual([
        number,
        expected.admitted,
        expected.violated,
        expected.retryAfterSeconds,
      ]);
      expect(statesOf(taken.consumption, limits, taken.nowMs)).toEqual(statesOf(alone, limits, taken.nowMs));
    }
  });

  it('refund what one process consumed, for all of them', async () => {
    const [one, other] = await Promise.all([openStorage(), openStorage()]);
    const limits = { ...NONE, hour: 10, day: 10 };
    const cost = { requests: 1, units: 10 };
    const { nowMs } = await one.take('back', limits, cost);
    expect((await other.take('back', limits, ONE)).admitted).toBe(false);

    await one.giveBack('back', limits, cost, nowMs);

    expect((await other.take('back', limits, cost)).admitted).toBe(true);
    expect((await one.take('back', limits, ONE)).violated).toEqual(['hour', 'day']);
  });

  it('are separate for each client', async () => {
    const storage = await openStorage();
    await storage.take('a', { ...NONE, day: 1 }, ONE);

    expect((await storage.take('b', { ...NONE, day: 1 }, ONE)).admitted).toBe(true);
  });

  it('start each UTC day unused', async () => {
    const storage = await openStorage();
    const limits = { ...NONE, day: 10 };
    const { consumption } = await storage.take('days', limits, { requests: 1, units: 9 });
    await inRedis((redis) => redis.hset('weather:spent:days', 'day', consumption.utcDay - 1));

    const today = await storage.take('days', limits, { requests: 1, units: 4 });

    expect([today.admitted, today.consumption.unitsOfDay]).toEqual([true, 4]);
    // What was consumed before midnight is refunded to a day that is over.
    const back = await storage.giveBack('days', limits, { requests: 1, units: 3 }, today.nowMs - DAY_MS);
    expect(back.consumption.unitsOfDay).toBe(4);
  });

  it.each([
    ['13:00', 11 * 3_600_000],
    ['23:59', 3_600_000],
  ])('are kept at %s until the hour and the UTC day are over, and no longer', async (time, expectedMs) => {
    const clock = `{ '${Date.parse(`2026-11-22T${time}:00Z`) / 1000}', '0' }`;
    const script = LIMIT_SCRIPT.replace("redis.call('TIME')", clock);
    const name = `weather:spent:${time}`;

    const expiryMs = await inRedis(async (redis) => {
      await redis.eval(script, 1, name, 'take', 1, 1, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0);
      return redis.pttl(name);
    });

    expect(expiryMs).toBeLessThanOrEqual(expectedMs);
    expect(expiryMs).toBeGreaterThan(expectedMs - 10_000);
  });

  it('continue locally with what each process knew while the store is away, and return to it', async () => {
    const storage = await openStorage();
    const limits = { ...NONE, day: 3 };
    await storage.take('away', limits, ONE);
    await server.stop();

    const during = [
      await storage.take('away', limits, ONE),
      await storage.take('away', limits, ONE),
      await storage.take('away', limits, ONE),
    ];

    expect(during.map(({ admitted }) => admitted)).toEqual([true, true, false]);
    expect(during.every(({ decidedBy }) => decidedBy instanceof LocalLimitStorage)).toBe(true);
    await server.restart();
    await cameBack(storage);
    // The store came back empty, and learns what the process knows.
    const afterwards = await storage.take('away', limits, ONE);
    expect([afterwards.decidedBy, afterwards.violated]).toEqual([storage, ['day']]);
  });

  it('restore what was recorded before the start, if the store has no data', async () => {
    const nowMs = Date.now();
    const local = new LocalLimitStorage();
    const minutes = [{ startMs: nowMs - 120_000, units: 4 }];
    await local.restore({
      recentUnits: () => Promise.resolve([{ holderId: 'old', unitsOfDay: 9, minutes }]),
    });
    const [knowing, other] = [await openStorage(local), await openStorage()];
    const limits = { ...NONE, hour: 5, day: 12 };

    expect((await knowing.take('old', limits, ONE)).consumption.unitsOfDay).toBe(10);
    expect((await other.take('old', limits, ONE)).violated).toEqual(['hour']);
    expect((await other.take('old', { ...limits, hour: null }, { requests: 1, units: 3 })).violated).toEqual([
      'day',
    ]);
  });

  it("don't make requests wait for a store that hangs", async () => {
    const storage = await openStorage();
    server.signal('SIGSTOP');
    try {
      const first = await storage.take('hung', NONE, ONE);
      // The store is left alone for a while, which doesn't end.
      jest.spyOn(Date, 'now').mockReturnValue(Date.now());
      const later = Promise.all(Array.from({ length: 100 }, () => storage.take('hung', NONE, ONE)));

      expect(first.decidedBy).toBeInstanceOf(LocalLimitStorage);
      expect(await Promise.race([later, untilSent('waiting')])).not.toBe('waiting');
    } finally {
      jest.restoreAllMocks();
      server.signal('SIGCONT');
    }
    await cameBack(storage);
  });

  it('detect a store that hangs, even without requests', async () => {
    const storage = await openStorage();
    server.signal('SIGSTOP');
    try {
      while (!storage.isLost()) await sleep(50);
    } finally {
      server.signal('SIGCONT');
    }
    await cameBack(storage);
  });
});

async function inRedis<T>(task: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(server.url);
  try {
    return await task(redis);
  } finally {
    redis.disconnect();
  }
}

/** Consumes until the store responds again. */
async function cameBack(storage: SharedLimitStorage): Promise<void> {
  for (;;) {
    const { decidedBy } = await storage.take('back-again', NONE, ONE);
    if (decidedBy === storage) return;
    await sleep(50);
  }
}
