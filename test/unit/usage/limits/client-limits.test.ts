import { describe, expect, it } from '@jest/globals';
import { DAY_MS } from '../../../../src/core/time/index.js';
import {
  type Consumption,
  type Cost,
  emptyConsumption,
  giveBackTo,
  recallUnits,
  statesOf,
  takeFrom as decide,
} from '../../../../src/usage/limits/client-limits.js';
import { type RateLimits } from '../../../../src/core/config/configuration.js';

const NONE: RateLimits = { second: null, minute: null, hour: null, day: null };
const ONE: Cost = { requests: 1, units: 1 };
/** 2026-11-21T00:00:00Z. */
const MIDNIGHT_MS = 1_795_219_200_000;

/** Returns the decision and the state of the windows after it. */
const takeFrom = (consumption: Consumption, limits: RateLimits, cost: Cost, nowMs: number) => ({
  ...decide(consumption, limits, cost, nowMs),
  windows: statesOf(consumption, limits, nowMs),
});

/** Takes one request after the other at the given times, and returns whether each was admitted. */
function takeAll(limits: RateLimits, timesMs: number[], cost = ONE): boolean[] {
  const consumption = emptyConsumption();
  return timesMs.map((timeMs) => takeFrom(consumption, limits, cost, MIDNIGHT_MS + timeMs).admitted);
}

const admittedTimes = (limits: RateLimits, timesMs: number[]) => {
  const admitted = takeAll(limits, timesMs);
  return timesMs.filter((_, index) => admitted[index]);
};

const everyMs = (durationMs: number) => Array.from({ length: durationMs }, (_, timeMs) => timeMs);

describe('a window of a second', () => {
  it('admits its limit at once, and then one request per interval', () => {
    const limits = { ...NONE, second: 10 };

    expect(admittedTimes(limits, [...Array<number>(11).fill(0), 99, 100, 100, 199, 200, 1_500])).toEqual([
      ...Array<number>(10).fill(0),
      100,
      200,
      1_500,
    ]);
  });

  it('doesn’t advance while the clock goes back', () => {
    expect(takeAll({ ...NONE, second: 1 }, [5_000, 0, 999, 1_000])).toEqual([true, false, false, false]);
  });

  it('is full again a second after it was used up', () => {
    const atOnce = (timeMs: number) => Array<number>(12).fill(timeMs);

    expect(admittedTimes({ ...NONE, second: 10 }, [...atOnce(0), ...atOnce(1_000)])).toEqual([
      ...Array<number>(10).fill(0),
      ...Array<number>(10).fill(1_000),
    ]);
  });

  it('admits three a second even though a third of a second is not a whole number of milliseconds', () => {
    expect(admittedTimes({ ...NONE, second: 3 }, everyMs(3_001))).toEqual([
      // Three at once, then one after each third of a second since the first.
      0, 1, 2, 334, 667, 1_000, 1_334, 1_667, 2_000, 2_334, 2_667, 3_000,
    ]);
  });

  it('admits exactly seven a second over a long time', () => {
    // Seven at once, then one each 1000/7 ms: the last one by 59,999 ms is the 419th, at 59,857.1 ms.
    expect(admittedTimes({ ...NONE, second: 7 }, everyMs(60_000))).toHaveLength(7 + 419);
  });

  it('admits exactly its limit at once, even if the intervals don’t add up to a second', () => {
    for (const limit of [1, 3, 6, 7, 9, 11, 13, 49, 97, 999, 9_999]) {
      const admitted = takeAll({ ...NONE, second: limit }, Array<number>(limit + 5).fill(0));
      expect(admitted.filter(Boolean)).toHaveLength(limit);
    }
  });

  it('counts requests, regardless of their units', () => {
    expect(takeAll({ ...NONE, second: 2, minute: 2 }, [0, 0, 0], { requests: 1, units: 100 })).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('a window of an hour', () => {
  it('counts units', () => {
    // 100 units an hour: 36 s each. Thirty and seventy fit; after 360 s, ten are available again.
    const consumption = emptyConsumption();
    const take = (units: number, timeMs: number) =>
      takeFrom(consumption, { ...NONE, hour: 100 }, { requests: 1, units }, MIDNIGHT_MS + timeMs);

    expect(take(30, 0).admitted).toBe(true);
    expect(take(71, 0)).toMatchObject({ admitted: false, retryAfterSeconds: 36 });
    expect(take(70, 0).admitted).toBe(true);
    expect(take(10, 359_999)).toMatchObject({ admitted: false, retryAfterSeconds: 1 });
    expect(take(10, 360_000).admitted).toBe(true);
  });
});

describe('a window of a day', () => {
  it('resets at midnight UTC, however late it was used up', () => {
    expect(takeAll({ ...NONE, day: 2 }, [-2, -1, -1, 0, 0, 0, DAY_MS - 1, DAY_MS])).toEqual([
      ...[true, true, false],
      ...[true, true, false, false],
      true,
    ]);
  });

  it('counts units, and rejects what doesn’t fit completely', () => {
    const consumption = emptyConsumption();
    const take = (units: number) =>
      takeFrom(consumption, { ...NONE, day: 10 }, { requests: 1, units }, MIDNIGHT_MS).admitted;

    expect([take(11), take(7), take(4), take(3), take(1)]).toEqual([false, true, false, true, false]);
  });

  it('returns the seconds until midnight, rounded up', () => {
    const resetAt = (timeMs: number) =>
      takeFrom(emptyConsumption(), { ...NONE, day: 1 }, ONE, MIDNIGHT_MS + timeMs).windows[0].resetSeconds;

    expect(resetAt(0)).toBe(86_400);
    expect(resetAt(1)).toBe(86_400);
    expect(resetAt(1_000)).toBe(86_399);
    expect(resetAt(DAY_MS - 1_001)).toBe(2);
    expect(resetAt(DAY_MS - 1_000)).toBe(1);
    expect(resetAt(DAY_MS - 1)).toBe(1);
  });
});

describe('a decision', () => {
  const limits = { second: 2, minute: 100, hour: 50, day: 10 };

  it('returns the state of every limited window after it', () => {
    const consumption = emptyConsumption();

    const { windows } = takeFrom(consumption, limits, ONE, MIDNIGHT_MS + 60_000);

    expect(windows).toEqual([
      { window: 'second', limit: 2, remaining: 1, resetSeconds: 1 },
      { window: 'minute', limit: 100, remaining: 99, resetSeconds: 1 },
      { window: 'hour', limit: 50, remaining: 49, resetSeconds: 72 },
      { window: 'day', limit: 10, remaining: 9, resetSeconds: 86_340 },
    ]);
    expect(takeFrom(emptyConsumption(), { ...NONE, minute: 1 }, ONE, 0).windows).toHaveLength(1);
  });

  it('admits everything without limits', () => {
    expect(takeFrom(emptyConsumption(), NONE, { requests: 1e9, units: 1e9 }, 0)).toEqual({
      admitted: true,
      windows: [],
      violated: [],
      retryAfterSeconds: 0,
    });
  });

  it('takes nothing from any window if one rejects', () => {
    const consumption = emptyConsumption();
    takeFrom(consumption, limits, ONE, MIDNIGHT_MS);
    takeFrom(consumption, limits, ONE, MIDNIGHT_MS);
    const before = structuredClone(consumption);

    const refused = takeFrom(consumption, limits, ONE, MIDNIGHT_MS);

    expect(refused).toMatchObject({ admitted: false, violated: ['second'], retryAfterSeconds: 1 });
    expect(consumption).toEqual(before);
    expect(refused.windows).toEqual(statesOf(before, limits, MIDNIGHT_MS));
  });

  it('names every window that rejects, and waits for the slowest', () => {
    const tight = { second: 1, minute: 1, hour: 1, day: 1 };
    const consumption = emptyConsumption();
    takeFrom(consumption, tight, ONE, MIDNIGHT_MS + 10);
    const takeAt = (timeMs: number) => takeFrom(consumption, tight, ONE, MIDNIGHT_MS + timeMs);

    expect(takeAt(1_009)).toMatchObject({
      violated: ['second', 'minute', 'hour', 'day'],
      retryAfterSeconds: 86_399,
    });
    expect(takeAt(1_010).violated).toEqual(['minute', 'hour', 'day']);
    expect(takeAt(60_010).violated).toEqual(['hour', 'day']);
    expect(takeAt(3_600_010)).toMatchObject({ violated: ['day'], retryAfterSeconds: 82_800 });
    expect(takeAt(DAY_MS).admitted).toBe(true);
  });

  it('never returns a negative remainder, even after a limit was lowered', () => {
    const consumption = emptyConsumption();
    for (let count = 0; count < 8; count += 1)
      takeFrom(consumption, { ...NONE, minute: 10, day: 10 }, ONE, MIDNIGHT_MS);

    const { admitted, windows } = takeFrom(consumption, { ...NONE, minute: 2, day: 2 }, ONE, MIDNIGHT_MS);

    expect(admitted).toBe(false);
    expect(windows.map(({ remaining }) => remaining)).toEqual([0, 0]);
  });

  it.each([1, 2, 3])(
    'admits the request after the Retry-After of a rejection, whatever the arrival times (%i)',
    (seed) => {
      let state = seed;
      const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
      const consumption = emptyConsumption();
      const mixed = { second: 3, minute: 70, hour: 700, day: 5_000 };
      let nowMs = MIDNIGHT_MS + DAY_MS / 2;
      let refusals = 0;
      for (let count = 0; count < 3_000; count += 1) {
        const cost = { requests: 1, units: 1 + Math.floor(random() * 5) };
        const { admitted, retryAfterSeconds } = takeFrom(consumption, mixed, cost, nowMs);
        if (!admitted) {
          refusals += 1;
          nowMs += retryAfterSeconds * 1000;
          expect(takeFrom(consumption, mixed, cost, nowMs).admitted).toBe(true);
        }
        nowMs += Math.floor(random() * 400);
      }
      expect(refusals).toBeGreaterThan(100);
    },
  );
});

describe('giving back', () => {
  const limits = { second: 7, minute: 70, hour: 700, day: 7_000 };
  const cost = { requests: 1, units: 10 };

  function afterTaking(timesMs: number[]): Consumption {
    const consumption = emptyConsumption();
    for (const timeMs of timesMs) takeFrom(consumption, limits, cost, MIDNIGHT_MS + timeMs);
    return consumption;
  }

  it('leaves the windows as if the request had not been made', () => {
    const consumption = afterTaking([0, 5, 9]);

    giveBackTo(consumption, limits, cost, MIDNIGHT_MS + 5);

    const nowMs = MIDNIGHT_MS + 9;
    expect(statesOf(consumption, limits, nowMs)).toEqual(statesOf(afterTaking([0, 9]), limits, nowMs));
  });

  it('leaves the windows full if there was no other request', () => {
    const consumption = afterTaking([0]);

    giveBackTo(consumption, limits, cost, MIDNIGHT_MS);

    expect(statesOf(consumption, limits, MIDNIGHT_MS + 3)).toEqual(
      statesOf(emptyConsumption(), limits, MIDNIGHT_MS + 3),
    );
  });

  it('gives nothing to a day that has started since', () => {
    const consumption = afterTaking([-1, 1]);

    giveBackTo(consumption, limits, cost, MIDNIGHT_MS - 1);

    expect(statesOf(consumption, limits, MIDNIGHT_MS + 1)[3]).toMatchObject({
      window: 'day',
      remaining: 6_990,
    });
  });

  it('gives no more units than were taken that day', () => {
    const consumption = afterTaking([0]);

    giveBackTo(consumption, limits, { requests: 0, units: 100 }, MIDNIGHT_MS);

    expect(statesOf(consumption, limits, MIDNIGHT_MS)[3]).toMatchObject({
      window: 'day',
      remaining: limits.day,
    });
  });

  it('never lets more than the limit pass at once', () => {
    const consumption = afterTaking([0]);
    giveBackTo(consumption, limits, cost, MIDNIGHT_MS);

    const admitted = Array.from(
      { length: 20 },
      () => takeFrom(consumption, limits, ONE, MIDNIGHT_MS).admitted,
    );

    expect(admitted.filter(Boolean)).toHaveLength(7);
  });
});

describe('recalling the units of the last hour', () => {
  const limits = { ...NONE, hour: 60 };
  const hourAfter = (recalled: [minute: number, units: number][], atMinute: number) => {
    const consumption = emptyConsumption();
    for (const [minute, units] of recalled)
      recallUnits(consumption, limits, units, MIDNIGHT_MS + minute * 60_000);
    return statesOf(consumption, limits, MIDNIGHT_MS + atMinute * 60_000)[0].remaining;
  };

  it('leaves the window as if they had been taken at their times', () => {
    // One unit a minute is restored.
    expect(hourAfter([[0, 20]], 0)).toBe(40);
    expect(hourAfter([[0, 20]], 5)).toBe(45);
    expect(
      hourAfter(
        [
          [0, 20],
          [10, 20],
        ],
        15,
      ),
    ).toBe(35);
    expect(
      hourAfter(
        [
          [0, 5],
          [10, 20],
        ],
        15,
      ),
    ).toBe(45);
  });

  it('is bounded by an hour’s units, even if a limit was lowered since', () => {
    expect(hourAfter([[0, 500]], 0)).toBe(0);
    expect(hourAfter([[0, 500]], 1)).toBe(1);
  });

  it('changes nothing for a client without the window', () => {
    const consumption = emptyConsumption();

    recallUnits(consumption, NONE, 500, MIDNIGHT_MS);

    expect(consumption).toEqual(emptyConsumption());
  });
});

it('counts nothing twice if the clock was set back', () => {
  const limits = { ...NONE, minute: 60 };
  const consumption = emptyConsumption();
  for (let request = 0; request < 10; request++) takeFrom(consumption, limits, ONE, MIDNIGHT_MS + 60_000);

  expect(statesOf(consumption, limits, MIDNIGHT_MS)[0].remaining).toBe(50);
  expect(takeFrom(consumption, limits, ONE, MIDNIGHT_MS).admitted).toBe(true);
  expect(statesOf(consumption, limits, MIDNIGHT_MS)[0].remaining).toBe(49);
});
