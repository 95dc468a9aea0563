import { describe, expect, it } from '@jest/globals';
import { withinCeiling } from '../../../src/clients/rate-limits.js';
import { Problem } from '../../../src/common/problems/problem.js';

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
  ])('takes %j over the ceiling', (asked, expected) => {
    expect(withinCeiling(asked, CEILING)).toEqual(expected);
  });

  it.each([{ second: 11 }, { hour: 5_001 }, { day: null }, { second: 1, day: 50_001 }])(
    'refuses %j',
    (asked) => {
      expect(() => withinCeiling(asked, CEILING)).toThrow(Problem);
      expect(() => withinCeiling(asked, CEILING)).toThrow(/at most (10|5000|50000)/);
    },
  );

  it('leaves the ceiling as it was', () => {
    withinCeiling({ second: 1 }, CEILING);

    expect(CEILING.second).toBe(10);
  });
});
