import { describe, expect, it } from '@jest/globals';
import { type RateLimits } from '../../../../src/core/config/configuration.js';
import {
  type Consumption,
  type Cost,
  emptyConsumption,
  statesOf,
  takeFrom,
} from '../../../../src/usage/limits/client-limits.js';

const NONE: RateLimits = { second: null, minute: null, hour: null, day: null };
const ONE: Cost = { requests: 1, units: 1 };
/** 2026-11-21T12:00:00Z. */
const NOW_MS = 1_795_262_400_000;

describe('a changed limit', () => {
  const WINDOW_MS = { second: 1_000, minute: 60_000, hour: 3_600_000 };
  const windows = ['second', 'minute', 'hour'] as const;

  function spentOf(window: (typeof windows)[number], limit: number, count: number): Consumption {
    const consumption = emptyConsumption();
    for (let number = 0; number < count; number += 1)
      takeFrom(consumption, { ...NONE, [window]: limit }, ONE, NOW_MS);
    return consumption;
  }
  const remaining = (consumption: Consumption, limits: RateLimits, nowMs = NOW_MS) =>
    statesOf(consumption, limits, nowMs)[0].remaining;

  it.each(windows)('raised from 10 to 1,000 per %s leaves 990 after 10 were used', (window) => {
    const consumption = spentOf(window, 10, 10);
    const raised = { ...NONE, [window]: 1_000 };

    expect(remaining(consumption, raised)).toBe(990);
    const admitted = Array.from({ length: 1_000 }, () => takeFrom(consumption, raised, ONE, NOW_MS).admitted);
    expect(admitted.filter(Boolean)).toHaveLength(990);
  });

  it.each(windows)('lowered from 1,000 to 10 per %s leaves none after 10 were used', (window) => {
    const consumption = spentOf(window, 1_000, 10);
    const lowered = { ...NONE, [window]: 10 };
    const nextMs = NOW_MS + WINDOW_MS[window] / 10;

    expect(remaining(consumption, lowered)).toBe(0);
    expect(takeFrom(consumption, lowered, ONE, nextMs - 1).admitted).toBe(false);
    expect(takeFrom(consumption, lowered, ONE, nextMs).admitted).toBe(true);
    expect(takeFrom(consumption, lowered, ONE, nextMs).admitted).toBe(false);
  });

  it.each(windows)('leaves 7 of 10 per %s after 3 of 1,000 were used', (window) => {
    expect(remaining(spentOf(window, 1_000, 3), { ...NONE, [window]: 10 })).toBe(7);
  });

  it.each(windows)('recovers within a %s, even if more was used than it allows', (window) => {
    const consumption = spentOf(window, 1_000, 1_000);
    const lowered = { ...NONE, [window]: 10 };
    const refused = takeFrom(consumption, lowered, ONE, NOW_MS);

    expect(refused).toMatchObject({ admitted: false, violated: [window] });
    // 991 of 1,000 must be restored.
    const waitMs = 0.991 * WINDOW_MS[window];
    expect(refused.retryAfterSeconds).toBe(Math.ceil(waitMs / 1_000));
    expect(statesOf(consumption, lowered, NOW_MS)[0]).toMatchObject({
      remaining: 0,
      resetSeconds: refused.retryAfterSeconds,
    });
    expect(takeFrom(consumption, lowered, ONE, NOW_MS + Math.floor(waitMs) - 1).admitted).toBe(false);
    expect(takeFrom(consumption, lowered, ONE, NOW_MS + Math.ceil(waitMs)).admitted).toBe(true);
  });

  it.each(windows)('raised and lowered repeatedly gains nothing per %s', (window) => {
    const consumption = spentOf(window, 1_000, 1_000);
    for (const limit of [10, 1_000, 1, 1_000])
      expect(takeFrom(consumption, { ...NONE, [window]: limit }, ONE, NOW_MS).admitted).toBe(false);

    expect(remaining(consumption, { ...NONE, [window]: 1_000 }, NOW_MS + WINDOW_MS[window] / 2)).toBe(500);
  });

  it('keeps an hour’s count while there is no hourly limit', () => {
    const consumption = spentOf('hour', 10, 10);
    takeFrom(consumption, { ...NONE, day: 100 }, ONE, NOW_MS + 1_800_000);

    expect(remaining(consumption, { ...NONE, hour: 10 }, NOW_MS + 1_800_000)).toBe(5);
  });

  it('is exact for a day', () => {
    const consumption = emptyConsumption();
    for (let number = 0; number < 10; number += 1) takeFrom(consumption, { ...NONE, day: 10 }, ONE, NOW_MS);

    expect(remaining(consumption, { ...NONE, day: 1_000 })).toBe(990);
    expect(remaining(consumption, { ...NONE, day: 11 })).toBe(1);
  });
});
