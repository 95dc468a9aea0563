import { describe, expect, it } from '@jest/globals';
import { windDirection, windSpeed } from '../../../../src/weather/meteo/air/wind.js';

describe('windDirection', () => {
  it.each([
    ['from the north', 0, -5, 0],
    ['from the north-east', -3, -3, 45],
    ['from the east', -5, 0, 90],
    ['from the south-east', -3, 3, 135],
    ['from the south', 0, 5, 180],
    ['from the south-west', 3, 3, 225],
    ['from the west', 5, 0, 270],
    ['from the north-west', 3, -3, 315],
    // atan(3 / 4) is 36.8699 degrees.
    ['from 216.9', 3, 4, 216.869898],
    ['calm', 0, 0, 0],
    ['what is left of opposite winds', 1e-9, 1e-9, 0],
  ])('%s', (_, u, v, expected) => {
    expect(windDirection(u, v)).toBeCloseTo(expected, 5);
  });

  it('stays below 360 for a wind just west of north', () => {
    expect(windDirection(1e-20, -5)).toBeLessThan(360);
  });

  it('passes on missing components', () => {
    expect(windDirection(NaN, 1)).toBeNaN();
    expect(windSpeed(1, NaN)).toBeNaN();
  });
});

describe('windSpeed', () => {
  it('is the length of the vector', () => {
    expect(windSpeed(3, -4)).toBe(5);
  });
});
