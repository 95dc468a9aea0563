/** @jest-environment node */
import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { GribError } from '../../../../src/weather/grib/grib-error.js';
import { GribNotSupportedError } from '../../../../src/weather/grib/grib-not-supported-error.js';
import { loadPacking } from '../../../../src/weather/grib/load-packing.js';
import { readFields } from '../../../../src/weather/grib/message.js';
import { fixture } from './fixtures.js';
import { message, newSection, patched, section, sectionsOf } from './message-surgery.js';
import { bits, decoded, octets, POINTS, tinyMessage } from './tiny-message.js';

const JPEG = fixture('tmp.jpeg.grib2');
const PNG = fixture('tmp.png-16bit.grib2');
const JPEG_SECTION = section(JPEG, 5);
const PNG_SECTION = section(PNG, 5);
const NUMBERS = [0, 1, 2, 3, 3, 2, 1, 0, 1, 1, 2, 3];

test('decoding without the library names the missing library', () => {
  const [jpeg] = readFields(JPEG);
  const [png] = readFields(PNG);
  expect(() => jpeg.decode()).toThrow(
    new GribError('The JPEG 2000 library is not loaded: loadPacking() comes before decode()'),
  );
  expect(() => png.decode()).toThrow(
    new GribError('The PNG library is not loaded: loadPacking() comes before decode()'),
  );
});

describe('with the libraries', () => {
  test('decoding prints nothing', async () => {
    const printed: unknown[] = [];
    const { log, error } = console;
    console.log = console.error = (...texts) => printed.push(texts);
    try {
      await decode(JPEG);
      await expect(decode(withData(JPEG, 52, [0, 0]))).rejects.toThrow(GribError);
    } finally {
      Object.assign(console, { log, error });
    }
    expect(printed).toEqual([]);
  });

  test.each([1, 2, 4, 8, 16])('a PNG image with %i-bit grayscale', async (depth) => {
    const numbers = NUMBERS.map((number) => number % 2 ** depth);
    const rows = [0, 4, 8].map((start) => octets(bits(depth, ...numbers.slice(start, start + 4))));
    expect(await pngValues(4, 3, depth, 0, rows)).toEqual(numbers);
  });

  test('a PNG image whose rows end within an octet', async () => {
    const rows = [0, 3, 6, 9].map((start) => octets(bits(2, ...NUMBERS.slice(start, start + 3))));
    expect(await pngValues(3, 4, 2, 0, rows)).toEqual(NUMBERS);
  });

  test.each([
    ['RGB', 24, 2],
    ['RGBA', 32, 6],
  ])('a PNG image with %s pixels', async (_, width, colourType) => {
    const numbers = NUMBERS.map((number) => 2 ** width - 1 - number * 0x10305);
    const rows = [0, 4, 8].map((start) => octets(bits(width, ...numbers.slice(start, start + 4))));
    expect(await pngValues(4, 3, 8, colourType, rows)).toEqual(numbers);
  });

  test.each([
    ['JPEG 2000', JPEG_SECTION],
    ['PNG', PNG_SECTION],
  ])('a %s field of 0 bits is constant and has no image', async (_, section5) => {
    const constant = tinyMessage(section5, 0, []);
    await loadPacking(readFields(constant)[0]);
    expect(decoded(constant)).toEqual(new Array<number>(POINTS).fill(0));
  });
});

describe('a malformed JPEG 2000 image', () => {
  const [width, height] = [49, 33];

  test.each<[string, Uint8Array, string | RegExp]>([
    ['no image', withData(JPEG, 6, [1, 2, 3, 4]), 'section 7: it does not begin with a JPEG 2000 codestream'],
    [
      'another size',
      withData(JPEG, 14, word(width + 1)),
      `section 7: its image has 50 × ${height} points for 1617 values`,
    ],
    [
      'a huge size',
      withData(JPEG, 14, [
        ...word(2 ** 32 - 1),
        ...word(2 ** 32 - 1),
        ...word(0),
        ...word(0),
        ...word(2 ** 32 - 1),
        ...word(2 ** 32 - 1),
      ]),
      'section 7: its image has 4294967295 × 4294967295 points for 1617 values',
    ],
    [
      'many tiles',
      withData(JPEG, 30, [...word(1), ...word(1)]),
      'section 7: its JPEG 2000 image has 1617 tiles',
    ],
    [
      'tiles without extent',
      withData(JPEG, 30, [...word(0), ...word(0)]),
      'section 7: its JPEG 2000 image has Infinity tiles',
    ],
    [
      'three components',
      withData(JPEG, 46, [0, 3]),
      'section 7: its JPEG 2000 image has 3 components, not 1',
    ],
    [
      'signed numbers',
      withData(JPEG, 48, [0x8b]),
      'section 7: the numbers of its JPEG 2000 image are signed',
    ],
    ['subsampling', withData(JPEG, 49, [2]), 'section 7: its JPEG 2000 image is subsampled'],
    ['an unknown marker', withData(JPEG, 52, [0, 0]), 'section 7: its JPEG 2000 image is malformed'],
    ['many layers', withData(JPEG, 57, [0xff, 0xff]), 'section 7: its JPEG 2000 image has 65535 layers'],
    ['no layers', withData(JPEG, 57, [0, 0]), 'section 7: its JPEG 2000 image has 0 layers'],
    ['many levels', withData(JPEG, 60, [33]), 'section 7: its JPEG 2000 image has 33 decomposition levels'],
    [
      'tiny code blocks',
      withData(JPEG, 61, [0, 0]),
      'section 7: its JPEG 2000 image has code blocks of 2^2 × 2^2 points',
    ],
    [
      'huge code blocks',
      withData(JPEG, 61, [8, 8]),
      'section 7: its JPEG 2000 image has code blocks of 2^10 × 2^10 points',
    ],
    [
      'tiny precincts',
      withPrecincts([0x00, 0x77, 0x77, 0x77, 0x77, 0x77]),
      'section 7: its JPEG 2000 image has precincts of 2^0 × 2^0 points',
    ],
    ['too few precincts', withPrecincts([0x77]), 'section 7: its JPEG 2000 image is malformed'],
    [
      'a code style of its own for its component',
      withData(JPEG, 65, [0xff, 0x53]),
      'section 7: its JPEG 2000 image is malformed',
    ],
    [
      'a marker segment without end',
      withData(JPEG, 67, [255]),
      'section 7: its JPEG 2000 image is malformed',
    ],
    ['nothing', tinyMessage(JPEG_SECTION, 12, []), 'section 7: its 0 octets are no JPEG 2000 image'],
  ])('%s', async (_, bytes, expected) => {
    await expect(decode(bytes)).rejects.toThrow(expected);
    await expect(decode(bytes)).rejects.toThrow(GribError);
    expect(await decode(JPEG)).toHaveLength(width * height);
  });

  test('with more than 16 bits is not supported', async () => {
    await expect(decode(withData(JPEG, 48, [16]))).rejects.toThrow(new GribNotSupportedError('5.40', 17));
  });

  test('with more than 65,535 points in a row, which the library truncates, is not supported', async () => {
    const columns = word(70_000);
    const image = section(
      withData(withData(JPEG, 14, [...columns, ...word(1)]), 30, [...columns, ...word(1)]),
      7,
    );
    const small = tinyMessage(JPEG_SECTION, 12, [...image.octets.subarray(5)]);
    const counted = patched(patched(small, 3, 7, columns), 5, 6, columns);
    const wide = patched(patched(counted, 3, 31, [...columns, ...word(1)]), 3, 55, [0]);
    await expect(decode(wide)).rejects.toThrow(new GribNotSupportedError('5.40', 70_000));
  });
});

describe('a malformed PNG image', () => {
  const rows = [0, 0, 0].map(() => [1, 2, 3, 4]);
  const sound = png(4, 3, 8, 0, rows);

  test.each<[string, Uint8Array, string]>([
    ['no image', Uint8Array.of(1, 2, 3), 'it does not begin with a PNG image'],
    ['another size', png(4, 4, 8, 0, rows), 'its image has 4 × 4 points for 12 values'],
    ['a huge size', png(2 ** 32 - 1, 2 ** 32 - 1, 8, 0, rows), 'points for 12 values'],
    ['too few rows', png(4, 3, 8, 0, rows.slice(1)), 'its PNG image inflates to 10 octets, not 15'],
    [
      'rows without end',
      png(4, 3, 8, 0, new Array<number[]>(100_000).fill([1, 2, 3, 4])),
      'its PNG image does not inflate to 15 octets',
    ],
    ['a palette', png(4, 3, 8, 3, rows), 'its PNG image has colour type 3 with 8 bits'],
    ['RGB of 16 bits', png(4, 3, 16, 2, rows), 'its PNG image has colour type 2 with 16 bits'],
    ['interlacing', png(4, 3, 8, 0, rows, 1), 'its PNG image is interlaced'],
    ['an unknown filter', png(4, 3, 8, 0, rows, 0, 7), 'its PNG image is malformed'],
    ['an end too early', sound.subarray(0, -12), 'its PNG image is cut short'],
    [
      'no header',
      Uint8Array.from([...sound.subarray(0, 8), ...sound.subarray(33)]),
      'its PNG image has no header',
    ],
  ])('%s', async (_, image, expected) => {
    await expect(decode(tinyMessage(PNG_SECTION, 8, [...image]))).rejects.toThrow(expected);
    await expect(decode(tinyMessage(PNG_SECTION, 8, [...image]))).rejects.toThrow(GribError);
  });
});

async function decode(bytes: Uint8Array): Promise<Float64Array> {
  const [field] = readFields(bytes);
  await loadPacking(field);
  return field.decode();
}

async function pngValues(width: number, height: number, depth: number, colourType: number, rows: number[][]) {
  const sampleBits = colourType === 0 ? depth : colourType === 2 ? 24 : 32;
  const image = png(width, height, depth, colourType, rows);
  return [...(await decode(tinyMessage(PNG_SECTION, sampleBits, [...image])))];
}

function word(value: number): number[] {
  return [...new Uint8Array(new Uint32Array([value]).buffer)].reverse();
}

/** Returns the message with section 7 changed from a given octet on. */
function withData(message: Uint8Array, firstOctet: number, values: number[]): Uint8Array {
  return patched(message, 7, firstOctet, values);
}

/** Returns the valid image with precinct sizes in its coding style, which is in octets 51 to 64. */
function withPrecincts(sizes: number[]): Uint8Array {
  const [length, style] = [53, 55];
  const octets = [...section(withData(JPEG, style, [1]), 7).octets];
  octets.splice(64, 0, ...sizes);
  octets[length] += sizes.length;
  return message(
    ...sectionsOf(JPEG).map((other) => (other.number === 7 ? newSection(7, octets.slice(5)) : other)),
  );
}

/** Returns a PNG image according to the specification, with the same filter for each row. */
function png(
  width: number,
  height: number,
  depth: number,
  colourType: number,
  rows: number[][],
  interlace = 0,
  filter = 0,
): Uint8Array {
  const header = [...word(width), ...word(height), depth, colourType, 0, 0, interlace];
  const points = deflateSync(Uint8Array.from(rows.flatMap((row) => [filter, ...row])));
  const signature = [0x89, ...Buffer.from('PNG\r\n\x1a\n', 'latin1')];
  return Uint8Array.from([
    ...signature,
    ...chunk('IHDR', header),
    ...chunk('IDAT', points),
    ...chunk('IEND', []),
  ]);
}

function chunk(type: string, content: ArrayLike<number>): number[] {
  const checked = [...Buffer.from(type, 'latin1'), ...Array.from(content)];
  return [...word(content.length), ...checked, ...word(crc32(Uint8Array.from(checked)))];
}
