import { describe, expect, it } from '@jest/globals';
import { type RateLimits } from '../../../../src/core/config/configuration.js';
import { type Cost, remainingOf } from '../../../../src/usage/limits/client-limits.js';
import { holdersOf, take } from '../../../../src/usage/limits/limit-holders.js';
import { LocalLimitStorage } from '../../../../src/usage/limits/local-limit.storage.js';

const NONE: RateLimits = { second: null, minute: null, hour: null, day: null };

const holders = (own: Partial<RateLimits>, shared: Partial<RateLimits>) =>
  holdersOf({
    clientId: 'cli_1',
    rateLimits: { ...NONE, ...own },
    organizationId: 'org_1',
    organizationLimits: { ...NONE, ...shared },
  });

const cost = (units: number): Cost => ({ requests: 1, units });

describe('a request of a client whose organization has limits', () => {
  it('is taken out of the windows of both, or of none', async () => {
    const storage = new LocalLimitStorage();
    const both = holders({ day: 10 }, { hour: 6, day: 8 });
    const left = () =>
      both.map(({ id, limits }) => {
        const { consumption, nowMs } = storage.standingOf(id, limits);
        return remainingOf(consumption, 'day', limits.day!, nowMs);
      });

    expect((await take(storage, both, cost(4))).decision.admitted).toBe(true);
    expect(left()).toEqual([6, 4]);
    expect(await take(storage, both, cost(5))).toMatchObject({
      decision: { admitted: false, violated: ['hour', 'day'] },
      policies: ['organization-hour', 'organization-day'],
    });
    expect(left()).toEqual([6, 4]);
    expect(await take(storage, both, cost(7))).toMatchObject({
      decision: { admitted: false, violated: ['day', 'hour'] },
      policies: ['day', 'organization-hour', 'organization-day'],
    });
    expect(left()).toEqual([6, 4]);
  });

  it('stays refused if another request gives back its units meanwhile', async () => {
    class Relieved extends LocalLimitStorage {
      override giveBack(id: string, limits: RateLimits, given: Cost, takenMs: number) {
        super.giveBack('org_1', limits, cost(8), takenMs);
        return super.giveBack(id, limits, given, takenMs);
      }
    }
    const storage = new Relieved();
    const both = holders({ day: 10 }, { day: 8 });
    await take(storage, both, cost(8));

    const refused = await take(storage, both, cost(1));

    expect(refused.decision.admitted).toBe(false);
    expect(refused.admission).toBeUndefined();
  });
});
