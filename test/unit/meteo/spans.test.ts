import { describe, expect, it } from '@jest/globals';
import { hourlyAmounts, hourlyMeans } from '../../../src/meteo/spans.js';

// Hourly to 2, then a three-hour span, a gap from 5 to 6, and another three hours.
const spans = {
  startHours: Float64Array.of(0, 1, 2, 6, 9),
  endHours: Float64Array.of(1, 2, 5, 9, 12),
  places: Int32Array.of(0, 1, 2, 4, 5),
};
// The value of the gap belongs to no span.
const values = [3, 0, 6, 99, NaN, 1.5];
const hours = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

describe('hourlyAmounts', () => {
  it('divides the amount of a span evenly over its hours; no span, no amount', () => {
    expect([...hourlyAmounts(spans, values, hours)]).toEqual([
      3,
      0,
      2,
      2,
      2,
      NaN,
      NaN,
      NaN,
      NaN,
      0.5,
      0.5,
      0.5,
      NaN,
    ]);
  });

  it('begins in the middle of a span', () => {
    expect([...hourlyAmounts(spans, values, [3, 4, 5])]).toEqual([2, 2, NaN]);
  });
});

describe('hourlyMeans', () => {
  it('holds the mean over its span, and over the last hour of the run', () => {
    expect([...hourlyMeans(spans, values, hours, 12)]).toEqual([
      3,
      0,
      6,
      6,
      6,
      NaN,
      NaN,
      NaN,
      NaN,
      1.5,
      1.5,
      1.5,
      1.5,
    ]);
  });

  it('lets the last span stand in for nothing but the last hour of the run', () => {
    expect([...hourlyMeans(spans, values, [2, 3], 12)]).toEqual([6, 6]);
    expect([...hourlyMeans(spans, values, [4, 5], 12)]).toEqual([6, NaN]);
  });

  it('does not go beyond its last span before the run ends', () => {
    expect([...hourlyMeans(spans, values, [11, 12, 13], 15)]).toEqual([1.5, NaN, NaN]);
  });
});
