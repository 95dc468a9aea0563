import { describe, expect, test } from '@jest/globals';
import { readFields } from '../../../../src/weather/grib/message.js';
import { fixture } from './fixtures.js';
import { bits, decoded, groupSection, octets, POINTS, simpleSection, tinyMessage } from './tiny-message.js';

const M = NaN;

describe('32-bit numbers', () => {
  const numbers = [0, 1, 2 ** 32 - 1, 2 ** 31, 12345678, 4e9, 3, 2 ** 24, 2 ** 26 - 1, 77, 2 ** 25, 9];

  test('in template 5.0', () => {
    expect(decoded(tinyMessage(simpleSection(), 32, octets(bits(32, ...numbers))))).toEqual(numbers);
  });

  test('in a group of template 5.2', () => {
    const section = groupSection({ count: 1, width: 32, lastLength: POINTS });
    expect(decoded(tinyMessage(section, 0, octets(bits(32, ...numbers))))).toEqual(numbers);
  });

  test('as second differences, whose sums exceed 32 bits', () => {
    const section = groupSection({ count: 1, width: 30, lastLength: POINTS }, 2);
    const differences = numbers.map((number) => number % 2 ** 30);
    const firstValues = bits(24, 5, 1_000_000, 0x800002);
    const expected = [5, 1_000_000];
    for (const difference of differences.slice(2)) {
      const [penultimate, last] = expected.slice(-2);
      expected.push(difference - 2 + 2 * last - penultimate);
    }
    expect(expected.at(-1)).toBeGreaterThan(2 ** 32);
    expect(decoded(tinyMessage(section, 0, octets(firstValues, bits(30, ...differences))))).toEqual(expected);
  });

  test('with more than 32 bits are an error', () => {
    const malformed = tinyMessage(simpleSection(), 33, []);
    expect(() => readFields(malformed)).toThrow(/section 5: its packed numbers have 33 bits/);
  });
});

describe('groups of template 5.2', () => {
  test('have their own reference, width and length, and the last one its true length', () => {
    const widths = { width: 1, widthBits: 2 };
    const lengths = { length: 2, increment: 2, lengthBits: 2, lastLength: 4 };
    const section = groupSection({ count: 3, ...widths, ...lengths });
    const data = [
      ...octets(bits(7, 100, 50, 7)),
      ...octets(bits(2, 2, 0, 3)),
      // Two lengths of 2 + 2 * 1; the third would be 8.
      ...octets(bits(2, 1, 1, 3)),
      ...octets(bits(3, 0, 1, 7, 4), bits(1, 1, 0, 0, 1), bits(4, 15, 0, 3, 9)),
    ];
    const expected = [100, 101, 107, 104, 51, 50, 50, 51, 22, 7, 10, 16];
    expect(decoded(tinyMessage(section, 7, data))).toEqual(expected);
  });

  test.each([
    [0, [5, 5, 5, 5, 7, 7, 7, 7, 6, 6, 6, 6]],
    [1, [5, 5, 5, 5, M, M, M, M, 6, 6, 6, 6]],
    [2, [5, 5, 5, 5, M, M, M, M, M, M, M, M]],
  ])(
    'of width 0 are constant, or missing according to their reference: table 5.5, %i',
    (missing, expected) => {
      const section = groupSection({ count: 3, length: 4, increment: 1, lastLength: 4, missing });
      expect(decoded(tinyMessage(section, 3, octets(bits(3, 5, 7, 6))))).toEqual(expected);
    },
  );
});

test('a field without groups is constant', () => {
  const [field] = readFields(fixture('cicep.no-groups.grib2'));
  expect(new Set(field.decode())).toEqual(new Set([0]));
  expect(field.decode()).toHaveLength(10512);
});

describe('missing values are skipped in the differences', () => {
  const codes = bits(4, 15, 0, 15, 0, 3, 15, 15, 4, 0, 15, 1, 2);
  const groups = { count: 1, width: 4, lastLength: POINTS, missing: 1 };
  const bias = bits(24, 0x800001);

  test('of first order', () => {
    const data = octets(bits(24, 10), bias, codes);
    const expected = [M, 10, M, 9, 11, M, M, 14, 13, M, 13, 14];
    expect(decoded(tinyMessage(groupSection(groups, 1), 0, data))).toEqual(expected);
  });

  test('of second order', () => {
    const data = octets(bits(24, 10, 12), bias, codes);
    const expected = [M, 10, M, 12, 16, M, M, 23, 29, M, 35, 42];
    expect(decoded(tinyMessage(groupSection(groups, 2), 0, data))).toEqual(expected);
  });
});
