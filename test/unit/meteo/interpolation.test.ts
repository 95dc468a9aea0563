import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { interpolateLinear, interpolateMonotoneCubic } from '../../../src/meteo/interpolation.js';

interface Case {
  name: string;
  steps: number[];
  values: number[];
  positions: number[];
  expected: number[];
}

// Made by test/fixtures/meteo/monotone-cubic.py, which holds the command.
const cases = JSON.parse(
  readFileSync(new URL('../../fixtures/meteo/monotone-cubic.json', import.meta.url), 'utf8'),
) as Case[];

describe('interpolateMonotoneCubic', () => {
  it.each(cases)('agrees with exact arithmetic: $name', ({ steps, values, positions, expected }) => {
    const result = interpolateMonotoneCubic(steps, values, positions);
    expect(result).toHaveLength(positions.length);
    result.forEach((value, i) => expect(value).toBeCloseTo(expected[i], 10));
  });

  it('never leaves the range of the neighbouring steps', () => {
    const steps = [0, 1, 2, 3, 6, 9, 12];
    const values = [5, 5, 90, 91, 0, 0, 40];
    const positions = Array.from({ length: 121 }, (_, i) => i / 10);
    interpolateMonotoneCubic(steps, values, positions).forEach((value, i) => {
      const k = Math.min(
        steps.findLastIndex((step) => step <= positions[i]),
        steps.length - 2,
      );
      expect(value).toBeGreaterThanOrEqual(Math.min(values[k], values[k + 1]) - 1e-12);
      expect(value).toBeLessThanOrEqual(Math.max(values[k], values[k + 1]) + 1e-12);
    });
  });

  it('keeps a flat stretch flat', () => {
    expect([...interpolateMonotoneCubic([0, 3, 6], [7.1, 7.1, 7.1], [0, 1, 2, 3, 4, 5, 6])]).toEqual(
      Array(7).fill(7.1),
    );
  });

  it('ends the curve at a gap: nothing beside the missing step, straight on where one interval is left', () => {
    const result = interpolateMonotoneCubic(
      [0, 2, 4, 6, 8],
      [1, 3, NaN, 10, 20],
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
    );
    expect([...result]).toEqual([1, 2, 3, NaN, NaN, NaN, 10, 15, 20]);
  });
});

describe('interpolateLinear', () => {
  it('goes straight between steps at unequal distances', () => {
    const result = interpolateLinear([0, 1, 4, 10], [10, 20, 50, 20], [0, 0.5, 1, 2, 3, 4, 6, 9, 10]);
    expect([...result]).toEqual([10, 15, 20, 30, 40, 50, 40, 25, 20]);
  });

  it('has no value beside a missing one, nor outside the steps', () => {
    const result = interpolateLinear([2, 4, 6, 8], [1, NaN, 3, 5], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([...result]).toEqual([NaN, 1, NaN, NaN, NaN, 3, 4, 5, NaN]);
  });

  it('has the value of a single step there alone', () => {
    expect([...interpolateLinear([3], [8], [2, 3, 4])]).toEqual([NaN, 8, NaN]);
  });
});
