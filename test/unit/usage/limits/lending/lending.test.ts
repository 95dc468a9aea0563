import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { emptyConsumption, statesOf } from '../../../../../src/usage/limits/client-limits.js';
import { LentQuota } from '../../../../../src/usage/limits/lending/lent-quota.js';
import type { Peer } from '../../../../../src/workers/peer.types.js';
import { generator, type Random } from '../../../../support/random.js';
import { SimulatedService } from './simulated-service.js';

const NONE = { second: null, minute: null, hour: null, day: null };
const ONE = { requests: 1, units: 1 };
const MIDNIGHT_MS = Date.UTC(2026, 10, 21);

interface Demand {
  durationMs: number;
  /** Requests in a millisecond, at most. */
  most: (timeMs: number) => number;
  cost?: () => { requests: number; units: number };
  isRefunded?: () => boolean;
  meanwhile?: (timeMs: number) => void;
}

/** Lets requests come to random workers, and all be answered. */
async function simulate(service: SimulatedService, random: Random, demand: Demand): Promise<void> {
  const { durationMs, most, cost = () => ONE, isRefunded = () => false, meanwhile } = demand;
  for (let timeMs = 0; timeMs < durationMs; timeMs++) {
    meanwhile?.(timeMs);
    const { living } = service;
    for (let left = Math.floor(random() * (most(timeMs) + 1)); left > 0; left--)
      service.request(living[Math.floor(random() * living.length)], cost(), { isRefunded: isRefunded() });
    await jest.advanceTimersByTimeAsync(1);
  }
  await settle(service.answered());
}

async function settle<T>(promise: Promise<T>): Promise<T> {
  await jest.advanceTimersByTimeAsync(2_500);
  return promise;
}

/** A trickle, and then far more than is allowed: leases are used slowly, called back, and lent anew. */
const inWaves = (timeMs: number) => (timeMs % 1_300 < 900 ? 1 : 8);
const flood = () => 4;

const peer: Peer = {
  ended: new Promise(() => undefined),
  hasEnded: false,
  ask: () => new Promise(() => undefined),
};

beforeEach(() => {
  jest.useFakeTimers({ now: MIDNIGHT_MS - 1_000, doNotFake: ['nextTick', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('limits that are lent to workers', () => {
  it.each([1, 2, 3])('are decided as by one process, across midnight (seed %d)', async (seed) => {
    const random = generator(seed);
    const limits = { second: 900, minute: 3_000, hour: null, day: 2_500 };
    const service = new SimulatedService(3, limits, random);

    await simulate(service, random, {
      durationMs: 2_600,
      most: inWaves,
      cost: () => ({ requests: 1, units: random() < 0.02 ? 1 + Math.floor(random() * 50) : 1 }),
      isRefunded: () => random() < 0.1,
    });

    expect(service.faults()).toEqual([]);
    expect(service.refused).toBeGreaterThan(100);
    expect(service.own).toBeGreaterThan(service.admitted / 2);
  });

  it('are admitted to the last one, and not one more, with few messages', async () => {
    jest.setSystemTime(MIDNIGHT_MS);
    const random = generator(4);
    const service = new SimulatedService(12, { ...NONE, day: 1_000 }, random);

    await simulate(service, random, { durationMs: 400, most: flood });
    expect(service.messages).toBeLessThan(service.admitted);
    await simulate(service, random, { durationMs: 400, most: flood });

    expect(service.admitted).toBe(1_000);
    expect(service.refused).toBeGreaterThan(300);
  });

  it('stand exactly as they are for who asks, whoever holds what', async () => {
    jest.setSystemTime(MIDNIGHT_MS);
    const service = new SimulatedService(2, { ...NONE, day: 5_000 }, generator(5));
    const [one, other] = service.workers;
    for (let timeMs = 0; timeMs < 200; timeMs++) {
      service.request(one, ONE);
      service.request(other, ONE);
      await jest.advanceTimersByTimeAsync(1);
    }
    expect(service.own).toBeGreaterThan(200);

    const remaining = service.remaining(one);
    await jest.advanceTimersByTimeAsync(50);

    expect(await remaining).toEqual([5_000 - service.admitted]);
  });

  it('go down in what each worker says of them, from one request to the next', async () => {
    jest.setSystemTime(MIDNIGHT_MS);
    const service = new SimulatedService(1, { ...NONE, day: 5_000 }, generator(5));
    const shown: number[] = [];
    for (let count = 0; count < 100; count++) {
      service.request(service.workers[0], ONE, { told: (remaining) => shown.push(remaining) });
      await jest.advanceTimersByTimeAsync(10);
    }

    expect(service.own).toBeGreaterThan(50);
    expect(shown).toEqual(Array.from({ length: 100 }, (_, count) => 4_999 - count));
  });

  it('are not lent where they are small', async () => {
    const random = generator(6);
    const service = new SimulatedService(2, { ...NONE, second: 100, day: 50_000 }, random);

    await simulate(service, random, { durationMs: 300, most: () => 1 });

    expect(service.own).toBe(0);
    expect(service.faults()).toEqual([]);
  });
});

describe('a refund', () => {
  it('is worth nothing to windows that are whole, though one of them is used in the same millisecond', () => {
    const limits = { ...NONE, second: 1_000 };
    const consumption = emptyConsumption();
    const quota = new LentQuota(consumption);
    const atMs = MIDNIGHT_MS + 500;
    quota.lend(consumption, limits, peer, MIDNIGHT_MS);
    quota.report(consumption, limits, peer, [[MIDNIGHT_MS, 1, 1], []], MIDNIGHT_MS);

    quota.report(
      consumption,
      limits,
      peer,
      [
        [atMs, 1, 1],
        [atMs, 1, 1, MIDNIGHT_MS],
      ],
      atMs,
    );

    expect(statesOf(consumption, limits, atMs)).toMatchObject([{ remaining: 999 }]);
  });
});

describe('a worker with a lease', () => {
  it('that is killed has used it: never is too much admitted', async () => {
    jest.setSystemTime(MIDNIGHT_MS);
    const random = generator(7);
    const service = new SimulatedService(3, { ...NONE, day: 2_000 }, random);

    await simulate(service, random, {
      durationMs: 1_500,
      most: flood,
      meanwhile: (timeMs) => {
        if (timeMs !== 100 && timeMs !== 400) return;
        service.living[0].kill();
        service.start();
      },
    });

    expect(service.faults().filter((fault) => fault.startsWith('admitted'))).toEqual([]);
    expect(service.refused).toBeGreaterThan(0);
    // Each held at most an eighth of what was left.
    expect(service.admitted).toBeGreaterThanOrEqual(1_500);
    expect(service.admitted).toBeLessThan(2_000);
    expect(await settle(service.remaining(service.living[0]))).toEqual([0]);
  });

  it('that hangs keeps nobody waiting for long, and has it taken into account when it answers', async () => {
    jest.setSystemTime(MIDNIGHT_MS);
    const random = generator(8);
    const service = new SimulatedService(2, { ...NONE, day: 1_000 }, random);
    const [hanging, other] = service.workers;
    await simulate(service, random, { durationMs: 100, most: () => 2 });
    hanging.held = [];

    for (let count = 0; count < 1_500; count++) service.request(other, ONE);
    await settle(service.answered());
    const admittedBefore = service.admitted;
    expect(admittedBefore).toBeLessThan(1_000);
    const { held } = hanging;
    hanging.held = undefined;
    for (const arrive of held) arrive();
    for (let count = 0; count < 500; count++) service.request(other, ONE);
    await settle(service.answered());

    expect(service.admitted).toBe(1_000);
  });

  it('gives it back once it is idle', async () => {
    jest.setSystemTime(MIDNIGHT_MS);
    const random = generator(9);
    const service = new SimulatedService(2, { ...NONE, day: 1_000 }, random);
    const [idle, other] = service.workers;
    await simulate(service, random, { durationMs: 100, most: () => 2 });
    expect(service.own).toBeGreaterThan(0);
    await jest.advanceTimersByTimeAsync(3_000);
    const { messages } = service;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(service.messages).toBe(messages);
    idle.held = [];

    for (let count = 0; count < 1_500; count++) service.request(other, ONE);
    await settle(service.answered());

    expect(service.admitted).toBe(1_000);
  });

  it('has limits that were changed from its next request on', async () => {
    jest.setSystemTime(MIDNIGHT_MS);
    const random = generator(10);
    const service = new SimulatedService(2, { ...NONE, day: 5_000 }, random);
    await simulate(service, random, { durationMs: 200, most: () => 2 });
    expect(service.own).toBeGreaterThan(0);

    service.limits = { ...NONE, day: service.admitted + 20 };
    await simulate(service, random, { durationMs: 200, most: () => 2 });

    expect(service.admitted).toBe(service.limits.day);
  });

  it('goes on from there when the clock is set back', async () => {
    const random = generator(11);
    const service = new SimulatedService(2, { ...NONE, second: 1_000 }, random);
    jest.setSystemTime(MIDNIGHT_MS + 60_000);
    await simulate(service, random, { durationMs: 500, most: () => 1 });
    for (let count = 0; count < 100; count++) service.request(service.workers[0], ONE);
    jest.setSystemTime(MIDNIGHT_MS);

    // Half of what comes back, for longer than a window lasts.
    await simulate(service, random, { durationMs: 3_000, most: () => 1 });

    expect(service.own).toBeGreaterThan(1_000);
    expect(service.refused).toBe(0);
  });
});
