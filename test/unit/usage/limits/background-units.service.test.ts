import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type KeyOwner } from '../../../../src/api-keys/principal.js';
import { type RateLimits } from '../../../../src/core/config/configuration.js';
import { MINUTE_MS } from '../../../../src/core/time/index.js';
import { BackgroundUnitsService } from '../../../../src/usage/limits/background-units.service.js';
import { ONE_REQUEST, remainingOf } from '../../../../src/usage/limits/client-limits.js';
import { LocalLimitStorage } from '../../../../src/usage/limits/local-limit.storage.js';

const NO_LIMITS: RateLimits = { second: null, minute: null, hour: null, day: null };

function clientWith(limits: Partial<RateLimits>, organizationLimits?: Partial<RateLimits>) {
  const storage = new LocalLimitStorage();
  const owner: KeyOwner = {
    keyId: 'key_1',
    clientId: 'cli_1',
    accountId: 'acc_1',
    organizationId: 'org_1',
    rateLimits: { ...NO_LIMITS, ...limits },
    ...(organizationLimits && { organizationLimits: { ...NO_LIMITS, ...organizationLimits } }),
  };
  const service = new BackgroundUnitsService(storage);
  const leftOf = (holderId: string, limit: number) => {
    const { consumption, nowMs } = storage.standingOf(holderId, { ...NO_LIMITS, day: limit });
    return remainingOf(consumption, 'day', limit, nowMs);
  };
  /** Takes units until it has to wait. */
  const takeAll = async (most: number) => {
    let units = 0;
    for (;;) {
      const taken = await service.take(owner, most);
      if ('waitSeconds' in taken) return { units, waitSeconds: taken.waitSeconds };
      units += taken.units;
    }
  };
  return { storage, owner, service, leftOf, takeAll };
}

describe('units for background work', () => {
  it.each([
    [1000, 900],
    [100, 90],
    [10, 9],
    [1, 1],
  ])('of a daily limit of %d are at most %d, which leaves the rest for requests', async (day, most) => {
    const { storage, owner, takeAll } = clientWith({ second: 1, day });
    const { units, waitSeconds } = await takeAll(100);
    expect(units).toBeLessThanOrEqual(most);
    expect(units).toBeGreaterThan(most - Math.max(1, most / 10));
    expect(waitSeconds).toBeGreaterThan(0);
    expect(waitSeconds).toBeLessThanOrEqual(86_400);
    // The limit per second counts requests, and there were none.
    const isLeft = day > 1;
    expect(storage.take(owner.clientId, owner.rateLimits, ONE_REQUEST).admitted).toBe(isLeft);
  });

  it('are limited by the organization’s units if these are fewer', async () => {
    const { takeAll, leftOf } = clientWith({ day: 1000 }, { day: 50 });
    const { units } = await takeAll(100);
    expect(units).toBe(45);
    expect([leftOf('cli_1', 1000), leftOf('org_1', 50)]).toEqual([955, 5]);
  });

  it('are given back to both', async () => {
    const { service, owner, leftOf } = clientWith({ day: 1000 }, { day: 50 });
    const taken = await service.take(owner, 100);
    if ('waitSeconds' in taken) throw new Error('There were units.');
    await taken.giveBack();
    expect([leftOf('cli_1', 1000), leftOf('org_1', 50)]).toEqual([1000, 50]);
  });

  describe('are given back later', () => {
    const NOON_MS = Date.parse('2026-11-21T12:00:00Z');
    afterEach(() => void jest.restoreAllMocks());

    /** Returns what is left of 1000 units in each window after 90 were taken and, `minutes` later, given back. */
    async function leftAfter(minutes: number): Promise<number[]> {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(NOON_MS);
      const limits = { ...NO_LIMITS, hour: 1000, day: 1000 };
      const { service, owner, storage } = clientWith(limits, limits);
      await service.take(owner, 100);
      clock.mockReturnValue(NOON_MS + minutes * MINUTE_MS);
      // Units that others took meanwhile are not given back.
      for (const holder of ['cli_1', 'org_1']) storage.take(holder, limits, { requests: 1, units: 200 });
      await service.giveBack(owner, [
        { units: 60, timeMs: NOON_MS },
        { units: 30, timeMs: NOON_MS },
      ]);
      return ['cli_1', 'org_1'].flatMap((holder) => {
        const { consumption, nowMs } = storage.standingOf(holder, limits);
        return (['hour', 'day'] as const).map((window) => remainingOf(consumption, window, 1000, nowMs));
      });
    }

    it.each([
      ['at once', 0],
      ['after the hour, in which they came back', 61],
      ['on another day, which has not lost them', 1440],
    ])('%s', async (_, minutes) => {
      expect(await leftAfter(minutes)).toEqual([800, 800, 800, 800]);
    });
  });

  it('are limited only by the requested number if there is no limit', async () => {
    const { service, owner } = clientWith({});
    expect(await service.take(owner, 100)).toMatchObject({ units: 100 });
    expect(service.mostOfDay(owner)).toBe(Infinity);
  });
});
