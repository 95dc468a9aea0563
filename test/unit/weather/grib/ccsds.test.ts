import { describe, expect, test } from '@jest/globals';
import { GribNotSupportedError } from '../../../../src/weather/grib/grib-not-supported-error.js';
import { readFields } from '../../../../src/weather/grib/message.js';
import { bits, ccsdsSection, decoded, octets, POINTS, tinyMessage } from './tiny-message.js';

const UNCOMPRESSED = bits(3, 7);
const LOW_ENTROPY = bits(3, 0);
const SPLIT_WITHOUT_LOW_BITS = bits(3, 1);

/** Flags in octet 22. */
const [SIGNED, PREPROCESSED, RESTRICTED, PADDED] = [1, 8, 16, 32];

describe('intervals of one block, without preprocessing', () => {
  const samples = [3, 200, 0, 255, 17, 18, 19, 20, 1, 2, 3, 4];
  const first = UNCOMPRESSED + bits(8, ...samples.slice(0, 8));
  const second = UNCOMPRESSED + bits(8, ...samples.slice(8), 0, 0, 0, 0);

  test('are contiguous by default', () => {
    expect(decoded(tinyMessage(ccsdsSection(0, 8, 0, 1), 8, octets(first, second)))).toEqual(samples);
  });

  test('are aligned to octets if the flag is set', () => {
    const data = [...octets(first), ...octets(second)];
    expect(decoded(tinyMessage(ccsdsSection(PADDED, 8, 0, 1), 8, data))).toEqual(samples);
  });
});

test('with preprocessing, an interval starts with a sample followed by mapped differences', () => {
  const unary = (...numbers: number[]) => numbers.map((number) => bits(number + 1, 1)).join('');
  // The pairs (0, 2), (1, 0), (0, 0), (0, 1), numbered along the diagonals. The first 0 stands for the sample itself.
  const pairs = LOW_ENTROPY + '1' + bits(8, 100) + unary(5, 1, 0, 2);
  const split = SPLIT_WITHOUT_LOW_BITS + unary(4, 3, 0, 1, 0, 0, 0, 0);
  const data = octets(pairs, split);
  // An even number is a step up by half of it, an odd one a step down.
  const expected = [100, 101, 100, 100, 100, 100, 100, 99, 101, 99, 99, 98];
  expect(decoded(tinyMessage(ccsdsSection(PREPROCESSED, 8, 0, 2), 8, data))).toEqual(expected);
});

test('a field of 0 bits is constant', () => {
  expect(decoded(tinyMessage(ccsdsSection(PREPROCESSED, 8, 0, 1), 0, []))).toEqual(
    new Array<number>(POINTS).fill(0),
  );
});

test.each([
  ['ends early', SPLIT_WITHOUT_LOW_BITS + bits(8, 1), 'end too early'],
  ['ends inside a number', SPLIT_WITHOUT_LOW_BITS + bits(64, 0), 'end too early'],
  ['has a pair that does not exist', LOW_ENTROPY + '1' + bits(120, 1), 'a pair that does not exist'],
  ['has a run beyond the interval', LOW_ENTROPY + '0' + bits(10, 1) + bits(64, 0), 'run over an interval'],
  [
    'has a number beyond its bits',
    SPLIT_WITHOUT_LOW_BITS + bits(301, ...new Array<number>(8).fill(1)),
    'too large',
  ],
])('data that %s cause an error in section 7', (_, data, fault) => {
  const [field] = readFields(tinyMessage(ccsdsSection(0, 8, 0, 2), 8, octets(data)));
  expect(() => field.decode()).toThrow(new RegExp(`section 7: its compressed data .*${fault}`));
});

test.each([
  ['blocks of 9 samples', ccsdsSection(0, 9, 0, 1), 'it has blocks of 9 samples'],
  ['an interval of no blocks', ccsdsSection(0, 8, 0, 0), 'its reference sample interval is 0'],
  ['too many bits for the restricted code', ccsdsSection(RESTRICTED, 8, 0, 1), 'it restricts the code'],
])('%s cause an error in section 5', (_, section, fault) => {
  expect(() => readFields(tinyMessage(section, 8, []))).toThrow(new RegExp(`section 5: ${fault}`));
});

test('signed samples are not supported', () => {
  const [field] = readFields(tinyMessage(ccsdsSection(SIGNED, 8, 0, 1), 8, []));
  expect(() => field.decode()).toThrow(new GribNotSupportedError('5.42 (octet 22)', SIGNED));
});
