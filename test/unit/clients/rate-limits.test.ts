import { describe, expect, it } from '@jest/globals';
import { withinCeiling } from '../../../src/clients/rate-limits.js';
import { type Problem } from '../../../src/core/http/problems/problem.js';

const CEILING = { second: 10, minute: null, hour: 5_000, day: 50_000 };

describe('withinCeiling', () => {
  it.each([
    [{}, CEILING],
    [{ second: 10 }, CEILING],
    [
      { second: 1, hour: undefined },
      { ...CEILING, second: 1 },
    ],
    [{ minute: 1_000_000 }, { ...CEILING, minute: 1_000_000 }],
    [{ minute: null }, CEILING],
  ])('merges %j with the ceiling', (asked, expected) => {
    expect(withinCeiling(asked, CEILING)).toEqual(expected);
  });

  it.each([
    [{ second: 11 }, { second: 10 }],
    [{ hour: 5_001 }, { hour: 5_000 }],
    [{ day: null }, { day: 50_000 }],
    [{ second: 1, day: 50_001 }, { day: 50_000 }],
    [
      { second: 11, day: 50_001 },
      { second: 10, day: 50_000 },
    ],
  ])('rejects %j, and names each exceeded limit with its ceiling', (asked, beyond) => {
    const errors = Object.entries(beyond).map(([window, ceiling]) => ({
      pointer: `/rate_limits/${window}`,
      detail: expect.stringContaining(`at most ${ceiling}.`),
    }));
    const refused = expect.objectContaining({ code: 'forbidden', options: { errors } }) as unknown as Problem;
    expect(() => withinCeiling(asked, CEILING)).toThrow(refused);
  });

  it('keeps the present limit of a window that is not given', () => {
    const present = { second: 2, minute: 30, hour: 400, day: 5_000 };

    expect(withinCeiling({ second: 3 }, CEILING, present)).toEqual({ ...present, second: 3 });
  });

  it('doesn’t modify the ceiling', () => {
    withinCeiling({ second: 1 }, CEILING);

    expect(CEILING.second).toBe(10);
  });
});
