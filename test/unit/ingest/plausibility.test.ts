import { describe, expect, test } from '@jest/globals';
import { dropOutside, dropOutsideCodes } from '../../../src/ingest/fields/plausibility.js';

const M = NaN;
/** A field of 1,000 values that begins with some others. */
const field = (others: number[], value: number) =>
  Float64Array.from({ length: 1000 }, (_, i) => others[i] ?? value);

describe('values outside of bounds are missing', () => {
  test.each<[bounds: [number, number], value: number, others: number[], left: number[]]>([
    [[169, 345], 280, [169, 345, 168.9, 345.1, 0, -0, -280, M, Infinity, -Infinity, 1e36], [169, 345]],
    [[-135, 135], -3, [-135, 135, -135.1, 135.1, 9999, -9999, M, 0, -0], [-135, 135, M, M, M, M, M, 0, -0]],
    [[-1, 591], 0, [-1, 591, -1.1, 591.1, -300, 9.96921e36], [-1, 591]],
    [[0, 255], 7, [0, 255, -1, 256, 1e-300], [0, 255, M, M, 1e-300]],
    [[0, 255], 7, [-1], [M]],
    [[0, 255], 7, [-255, 0, -0], [M, 0, -0]],
    [[-0.05, 1.05], 1, [-0.05, 1.05, -0.06, 1.06, 1.9], [-0.05, 1.05]],
    [[-10_000, 100], -5, [100, 101, -10_000, -10_001], [100, M, -10_000, M]],
  ])('%j', (bounds, value, others, left) => {
    const values = field(others, value);
    const expected = others.map((_, i) => left[i] ?? M);
    const isLost = (other: number, i: number) => !Number.isNaN(other) && Number.isNaN(expected[i]);
    expect(dropOutside(values, bounds, 'x')).toBe(others.filter(isLost).length);
    expect([...values.subarray(0, others.length)]).toEqual(expected);
    expect(new Set(values.subarray(others.length))).toEqual(new Set([value]));
  });
});

test('a record with more than 1 % of them is refused: of the values that are there', () => {
  const tenOf = (missing: number) =>
    field([...Array<number>(10).fill(0), ...Array<number>(missing).fill(M)], 280);
  expect(dropOutside(tenOf(0), [169, 345], 'x')).toBe(10);
  expect(() => dropOutside(tenOf(1), [169, 345], 'f006 TMP')).toThrow(
    expect.objectContaining({
      name: 'ImplausibleValuesError',
      message: 'f006 TMP: 10 of its 999 values are outside of 169 to 345',
    }),
  );
});

test('codes are judged by the values that they stand for, and lose their remainders, too', () => {
  const [codes, remainders] = [new Uint16Array(1000).fill(1_000), new Uint16Array(1000).fill(3)];
  codes.set([65_535, 0, 65_534]);
  remainders.set([65_535, 1, 2]);
  const quantisation = { reference: 200, scale: 0.1 };
  expect(dropOutsideCodes(codes, remainders, quantisation, [169, 345], 'x')).toBe(1);
  expect([...codes.subarray(0, 4)]).toEqual([65_535, 0, 65_535, 1_000]);
  expect([...remainders.subarray(0, 4)]).toEqual([65_535, 1, 65_535, 3]);
});
