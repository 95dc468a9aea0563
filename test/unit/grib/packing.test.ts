import { describe, expect, test } from '@jest/globals';
import { readFields } from '../../../src/grib/message.js';
import { fixture } from './fixtures.js';
import { message, newSection, type RawSection, sectionsOf, withOctets } from './message-surgery.js';
import { packedBits } from './packed-bits.js';

const [identification, grid, product, simple, noBitMap] = sectionsOf(fixture('tiny.grib2'));
const [, , , ccsds] = sectionsOf(fixture('tmp.ccsds.grib2'));
const [, , , secondOrder] = sectionsOf(fixture('tmp.second-order.grib2'));

const POINTS = 12;

/** Octets 12 to 20 that leave numbers as they are: R = 0, E = 0, D = 0. */
function unscaled(bits: number): number[] {
  return [0, 0, 0, 0, 0, 0, 0, 0, bits];
}

/** A message of the tiny grid with that section 5, whose values are the packed numbers, and those octets of data. */
function tinyMessage(representation: RawSection, bits: number, data: number[]): Uint8Array {
  const counted = withOctets(representation, 6, [0, 0, 0, POINTS]);
  return message(
    identification,
    grid,
    product,
    withOctets(counted, 12, unscaled(bits)),
    noBitMap,
    newSection(7, data),
  );
}

function decoded(bytes: Uint8Array): number[] {
  return [...readFields(bytes)[0].decode()];
}

describe('numbers as wide as 32 bits', () => {
  const numbers = [0, 1, 2 ** 32 - 1, 2 ** 31, 12345678, 4e9, 3, 2 ** 24, 2 ** 26 - 1, 77, 2 ** 25, 9];

  test('in template 5.0', () => {
    const data = packedBits(numbers.map((number) => [number, 32]));
    expect(decoded(tinyMessage(simple, 32, data))).toEqual(numbers);
  });

  test('in groups of template 5.2', () => {
    const representation = groupSection(2, { count: 1, width: 32, lastLength: POINTS, missing: 0 });
    const data = packedBits(numbers.map((number) => [number, 32]));
    expect(decoded(tinyMessage(representation, 0, data))).toEqual(numbers);
  });

  test('as second differences, whose sums exceed 32 bits', () => {
    const representation = groupSection(3, { count: 1, width: 30, lastLength: POINTS, missing: 0 });
    const differences = numbers.map((number) => number % 2 ** 30);
    const data = [
      ...packedBits([
        [5, 24],
        [1_000_000, 24],
        [0x800002, 24],
      ]),
      ...packedBits(differences.map((number) => [number, 30])),
    ];
    const expected = [5, 1_000_000];
    for (const difference of differences.slice(2)) {
      const [penultimate, last] = expected.slice(-2);
      expected.push(difference - 2 + 2 * last - penultimate);
    }
    expect(expected.at(-1)).toBeGreaterThan(2 ** 32);
    expect(decoded(tinyMessage(representation, 0, data))).toEqual(expected);
  });

  test('beyond them is an error', () => {
    expect(() => readFields(tinyMessage(simple, 33, []))).toThrow(
      /section 5: its packed numbers have 33 bits/,
    );
  });
});

describe('groups of template 5.2', () => {
  test('with a reference, a width and a length of their own, the last with its true length', () => {
    const layout = {
      count: 3,
      width: 1,
      widthBits: 2,
      length: 2,
      increment: 2,
      lengthBits: 2,
      lastLength: 4,
    };
    const representation = groupSection(2, { ...layout, missing: 0 });
    const references = packedBits([
      [100, 7],
      [50, 7],
      [7, 7],
    ]);
    const widths = packedBits([
      [2, 2],
      [0, 2],
      [3, 2],
    ]);
    // Two lengths of 2 + 2 * 1; the third would be 8.
    const lengths = packedBits([
      [1, 2],
      [1, 2],
      [3, 2],
    ]);
    const first = [0, 1, 7, 4].map((number): [number, number] => [number, 3]);
    const second = [1, 0, 0, 1].map((number): [number, number] => [number, 1]);
    const third = [15, 0, 3, 9].map((number): [number, number] => [number, 4]);
    const data = [...references, ...widths, ...lengths, ...packedBits([...first, ...second, ...third])];
    expect(decoded(tinyMessage(representation, 7, data))).toEqual([
      100, 101, 107, 104, 51, 50, 50, 51, 22, 7, 10, 16,
    ]);
  });

  test('of width 0 are constant, or missing where the reference is the missing code', () => {
    const layout = { count: 3, width: 0, length: 4, increment: 1, lastLength: 4 };
    const references = packedBits([
      [5, 3],
      [7, 3],
      [6, 3],
    ]);
    const five = [5, 5, 5, 5];
    const missing = [NaN, NaN, NaN, NaN];
    const values = (codes: number) =>
      decoded(tinyMessage(groupSection(2, { ...layout, missing: codes }), 3, references));
    expect(values(0)).toEqual([...five, 7, 7, 7, 7, 6, 6, 6, 6]);
    expect(values(1)).toEqual([...five, ...missing, 6, 6, 6, 6]);
    expect(values(2)).toEqual([...five, ...missing, ...missing]);
  });
});

test('without groups a field is constant', () => {
  const [field] = readFields(fixture('cicep.no-groups.grib2'));
  expect(new Set(field.decode())).toEqual(new Set([0]));
  expect(field.decode()).toHaveLength(10512);
});

test('missing codes take no part in the differences', () => {
  const representation = groupSection(3, { count: 1, width: 4, lastLength: POINTS, missing: 1 });
  const codes = [15, 0, 15, 0, 3, 15, 15, 4, 0, 15, 1, 2];
  const data = [
    ...packedBits([
      [10, 24],
      [12, 24],
      [0x800001, 24],
    ]),
    ...packedBits(codes.map((code) => [code, 4])),
  ];
  // Second differences less their bias of 1: 2, 3, -1, 0, 1 after 10 and 12.
  expect(decoded(tinyMessage(representation, 0, data))).toEqual([
    NaN,
    10,
    NaN,
    12,
    16,
    NaN,
    NaN,
    23,
    29,
    NaN,
    35,
    42,
  ]);
});

describe('template 5.42', () => {
  const samples = [3, 200, 0, 255, 17, 18, 19, 20, 1, 2, 3, 4];
  const uncompressed = 7;

  /** Intervals of one block of 8 samples, each stored as it is. Differences are off, so that nothing is mapped. */
  function blocks(padded: boolean): number[] {
    const block = (part: number[]): [number, number][] => [
      [uncompressed, 3],
      ...Array.from({ length: 8 }, (_, i): [number, number] => [part[i] ?? 0, 8]),
    ];
    const [first, second] = [block(samples.slice(0, 8)), block(samples.slice(8))];
    return padded ? [...packedBits(first), ...packedBits(second)] : packedBits([...first, ...second]);
  }

  test.each([
    ['without padding', 0, false],
    ['with intervals padded to whole octets', 32, true],
  ])('%s', (_, flags, padded) => {
    const representation = withOctets(ccsds, 22, [flags, 8, 0, 1]);
    expect(decoded(tinyMessage(representation, 8, blocks(padded)))).toEqual(samples);
  });

  test('with 0 bits is constant', () => {
    expect(decoded(tinyMessage(ccsds, 0, []))).toEqual(new Array<number>(POINTS).fill(0));
  });

  test.each<[string, [number, number][], RegExp]>([
    [
      'ends early',
      [
        [1, 3],
        [1, 8],
      ],
      /section 7: its compressed data end too early/,
    ],
    [
      'has a pair that does not exist',
      [
        [0, 3],
        [1, 1],
        [1, 120],
      ],
      /section 7: .* a pair that does not exist/,
    ],
    [
      'has a run beyond the interval',
      [
        [0, 3],
        [0, 1],
        [1, 10],
        [0, 64],
      ],
      /section 7: .* run over an interval/,
    ],
    [
      'has a number beyond its bits',
      [[1, 3], ...new Array<[number, number]>(8).fill([1, 301])],
      /section 7: .* too large/,
    ],
  ])('data that %s are an error', (_, numbers, expected) => {
    const representation = withOctets(ccsds, 22, [0, 8, 0, 2]);
    const [field] = readFields(tinyMessage(representation, 8, packedBits(numbers)));
    expect(() => field.decode()).toThrow(expected);
  });

  test.each<[number[], RegExp]>([
    [[0, 9, 0, 1], /section 5: it has blocks of 9 samples/],
    [[0, 8, 0, 0], /section 5: its reference sample interval is 0/],
    [[16, 8, 0, 1], /section 5: it restricts the code for samples of 8 bits/],
  ])('parameters %j are an error', (octets, expected) => {
    expect(() => readFields(tinyMessage(withOctets(ccsds, 22, octets), 8, []))).toThrow(expected);
  });
});

interface Groups {
  count: number;
  width: number;
  widthBits?: number;
  length?: number;
  increment?: number;
  lengthBits?: number;
  lastLength: number;
  /** Of code table 5.5. */
  missing: number;
}

/** A section 5 of template 5.2 or 5.3 (of second order, with first values of 3 octets). */
function groupSection(template: 2 | 3, groups: Groups): RawSection {
  const {
    count,
    width,
    widthBits = 0,
    length = 0,
    increment = 0,
    lengthBits = 0,
    lastLength,
    missing,
  } = groups;
  const described = [
    0,
    0,
    0,
    count,
    width,
    widthBits,
    0,
    0,
    0,
    length,
    increment,
    0,
    0,
    0,
    lastLength,
    lengthBits,
  ];
  const templated = withOctets(withOctets(secondOrder, 10, [0, template]), 23, [missing]);
  return withOctets(withOctets(templated, 32, described), 48, [2, 3]);
}
