import { describe, expect, it } from '@jest/globals';
import { hourlyAmounts, hourlyMeans } from '../../../../src/weather/meteo/spans.js';

// Hourly spans to hour 2, a three-hour span, a gap from 5 to 6, and two more three-hour spans.
const spans = {
  startHours: Float64Array.of(0, 1, 2, 6, 9),
  endHours: Float64Array.of(1, 2, 5, 9, 12),
  steps: Int32Array.of(0, 1, 2, 4, 5),
};
// The value in the gap belongs to no span.
const values = [3, 0, 6, 99, NaN, 1.5];
const hours = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

describe('hourlyAmounts', () => {
  it('divides the amount of a span evenly among its hours, and has none without a span', () => {
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

  it('can start in the middle of a span', () => {
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

  it('uses the last span only for the last hour of the run', () => {
    expect([...hourlyMeans(spans, values, [2, 3], 12)]).toEqual([6, 6]);
    expect([...hourlyMeans(spans, values, [4, 5], 12)]).toEqual([6, NaN]);
  });

  it('does not extend past its last span if that ends before the run', () => {
    expect([...hourlyMeans(spans, values, [11, 12, 13], 15)]).toEqual([1.5, NaN, NaN]);
  });
});
