import { expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import { type AlertCondition, judge } from '../../../../src/forecast/alerts/evaluation/alert-condition.js';

function judged(condition: Partial<AlertCondition>, values: number[], wasRaised = false) {
  const timesMs = Float64Array.from(values, (_, hour) => hour * HOUR_MS);
  const whole = { comparison: 'above', value: 10, hysteresis: 0, ...condition } as const;
  const verdict = judge(whole, wasRaised, timesMs, Float64Array.from(values));
  if (!verdict) return undefined;
  const { isRaised, extreme, firstMs } = verdict;
  return [
    isRaised,
    extreme.value,
    extreme.timeMs / HOUR_MS,
    firstMs === undefined ? null : firstMs / HOUR_MS,
  ];
}

it.each([
  ['above', [9, 10], [false, 10, 1, null]],
  ['above', [9, 10.1, 12, 11], [true, 12, 2, 1]],
  ['at_least', [9, 9.9], [false, 9.9, 1, null]],
  ['at_least', [9, 10, 10], [true, 10, 1, 1]],
  ['below', [11, 10], [false, 10, 1, null]],
  ['below', [11, 9.9, 8, 9], [true, 8, 2, 1]],
  ['at_most', [11, 10.1], [false, 10.1, 1, null]],
  ['at_most', [11, 10, 10], [true, 10, 1, 1]],
] as const)('%s 10: %j', (comparison, values, expected) => {
  expect(judged({ comparison }, [...values])).toEqual(expected);
});

it.each([
  // The hysteresis doesn't apply to an alert that isn't raised.
  ['above', false, 9.6, false],
  ['above', true, 9.6, true],
  ['above', true, 9.5, false],
  ['at_least', true, 9.5, true],
  ['at_least', true, 9.4, false],
  ['below', false, 10.4, false],
  ['below', true, 10.4, true],
  ['below', true, 10.5, false],
  ['at_most', true, 10.5, true],
  ['at_most', true, 10.6, false],
] as const)(
  '%s 10 with a hysteresis of 0.5, raised before: %s; %d',
  (comparison, wasRaised, value, expected) => {
    expect(judged({ comparison, hysteresis: 0.5 }, [value], wasRaised)![0]).toBe(expected);
  },
);

it('compares decimals as written', () => {
  // 0.3 - 0.1 is 0.19999999999999998 in binary.
  expect(judged({ comparison: 'above', value: 0.3, hysteresis: 0.1 }, [0.2], true)![0]).toBe(false);
  expect(judged({ comparison: 'at_most', value: 0.1, hysteresis: 0.2 }, [0.3], true)![0]).toBe(true);
});

it('ignores hours without a value', () => {
  expect(judged({ comparison: 'below' }, [NaN, 8, NaN])).toEqual([true, 8, 1, 1]);
  expect(judged({ comparison: 'above' }, [NaN, 12, NaN])).toEqual([true, 12, 1, 1]);
  expect(judged({}, [NaN, NaN])).toBeUndefined();
  expect(judged({}, [])).toBeUndefined();
});
