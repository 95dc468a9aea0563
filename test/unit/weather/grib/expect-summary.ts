import { expect } from '@jest/globals';

/** Both programs compute with doubles, so only the order of operations may differ. */
export const TOLERANCE_OF_RANGE = 1e-12;

function summary(values: Float64Array) {
  // In Jest, looking up a global for each of millions of values would take longer than the decoding.
  const { isNaN } = Number;
  let [missing, minimum, maximum, sum] = [0, Infinity, -Infinity, 0];
  for (const value of values) {
    if (isNaN(value)) {
      missing++;
      continue;
    }
    if (value < minimum) minimum = value;
    if (value > maximum) maximum = value;
    sum += value;
  }
  return { points: values.length, missing, minimum, maximum, mean: sum / (values.length - missing) };
}

/** Expects ecCodes' summary: points, missing points, minimum, maximum and mean, as text. */
export function expectSummary(values: Float64Array, texts: string[]): void {
  const [points, missing, minimum, maximum, mean] = texts.map(Number);
  const range = maximum - minimum;
  const actual = summary(values);
  expect(actual).toMatchObject({ points, missing });
  expect(Math.abs(actual.minimum - minimum)).toBeLessThanOrEqual(range * TOLERANCE_OF_RANGE);
  expect(Math.abs(actual.maximum - maximum)).toBeLessThanOrEqual(range * TOLERANCE_OF_RANGE);
  // The sum of a million values depends more on their order.
  expect(Math.abs(actual.mean - mean)).toBeLessThanOrEqual(Math.max(range, Math.abs(mean)) * 1e-10);
}
