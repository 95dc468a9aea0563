import { describe, expect, it } from '@jest/globals';
import { hourlyAmounts, hourlyMeans } from '../../../src/meteo/spans.js';

// Hourly to 2, then a three-hour span, a gap from 5 to 6, and another three hours.
const spans = [
  { startHours: 0, endHours: 1, value: 3 },
  { startHours: 1, endHours: 2, value: 0 },
  { startHours: 2, endHours: 5, value: 6 },
  { startHours: 6, endHours: 9, value: NaN },
  { startHours: 9, endHours: 12, value: 1.5 },
];
const hours = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

describe('hourlyAmounts', () => {
  it('divides the amount of a span evenly over its hours; no span, no amount', () => {
    expect([...hourlyAmounts(spans, hours)]).toEqual([3, 0, 2, 2, 2, NaN, NaN, NaN, NaN, 0.5, 0.5, 0.5, NaN]);
  });

  it('begins in the middle of a span', () => {
    expect([...hourlyAmounts(spans, [3, 4, 5])]).toEqual([2, 2, NaN]);
  });
});

describe('hourlyMeans', () => {
  it('holds the mean over its span, and over the last hour of the run', () => {
    expect([...hourlyMeans(spans, hours, 12)]).toEqual([
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

  it('does not go beyond its last span before the run ends', () => {
    expect([...hourlyMeans(spans, [11, 12, 13], 15)]).toEqual([1.5, NaN, NaN]);
  });
});
