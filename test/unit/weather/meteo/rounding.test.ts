import { describe, expect, it } from '@jest/globals';
import { roundHalfUp, toScaled } from '../../../../src/weather/meteo/rounding.js';

describe('roundHalfUp', () => {
  it.each([
    // The difference is slightly below 11.95 in binary, but stands for exactly a half.
    [285.1 - 273.15, 1, 12],
    [0.05, 1, 0.1],
    [1.005, 2, 1.01],
    [2.5, 0, 3],
    [11.949, 1, 11.9],
    [11.94999, 1, 11.9],
    [1013.25, 1, 1013.3],
    [29.915, 2, 29.92],
    [0.0125, 3, 0.013],
  ])('rounds %d to %d places: %d', (value, decimals, expected) => {
    expect(roundHalfUp(value, decimals)).toBe(expected);
  });

  it.each([
    [-0.05, 1, 0],
    [-0.06, 1, -0.1],
    [-2.5, 0, -2],
    [-2.51, 0, -3],
    [-11.95, 1, -11.9],
  ])('also rounds a negative half up: %d to %d places: %d', (value, decimals, expected) => {
    expect(roundHalfUp(value, decimals)).toBe(expected);
  });

  it('never returns negative zero', () => {
    expect(Object.is(roundHalfUp(-0.01, 1), 0)).toBe(true);
    expect(Object.is(roundHalfUp(-0, 1), 0)).toBe(true);
  });

  it('is off by at most half a unit plus a millionth', () => {
    for (let i = -5000; i < 5000; i++) {
      const value = i * 0.01237;
      expect(Math.abs(roundHalfUp(value, 1) - value)).toBeLessThanOrEqual(0.05 + 1e-6);
    }
  });

  it('passes on a missing value', () => {
    expect(toScaled(NaN, 1)).toBeNaN();
  });
});

describe('toScaled', () => {
  it('returns a number in units of the last place', () => {
    expect(toScaled(6.14, 1)).toBe(61);
    expect(toScaled(0.0254, 3)).toBe(25);
  });
});
