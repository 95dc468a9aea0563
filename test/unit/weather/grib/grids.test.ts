import { describe, expect, test } from '@jest/globals';
import { readFields } from '../../../../src/weather/grib/message.js';
import { fixture } from './fixtures.js';
import { patched } from './message-surgery.js';

const TINY = fixture('tiny.grib2');

/** Encodes degrees as four octets of sign-magnitude microdegrees. */
function microdegrees(degrees: number): number[] {
  const octets = new DataView(new ArrayBuffer(4));
  octets.setUint32(0, Math.round(Math.abs(degrees) * 1e6) + (degrees < 0 ? 2 ** 31 : 0));
  return [0, 1, 2, 3].map((i) => octets.getUint8(i));
}

/** Returns the tiny grid with other corners, and without explicit increments. */
function gridBetween(latitude1: number, longitude1: number, latitude2: number, longitude2: number) {
  const first = patched(TINY, 3, 47, [...microdegrees(latitude1), ...microdegrees(longitude1), 0]);
  return readFields(patched(first, 3, 56, [...microdegrees(latitude2), ...microdegrees(longitude2)]))[0].grid;
}

test('a global grid wraps in longitude', () => {
  const [{ grid }] = readFields(fixture('tmp.second-order.grib2'));
  expect(grid).toMatchObject({
    kind: 'latitude-longitude',
    ni: 144,
    nj: 73,
    pointCount: 10512,
    latitudeFirst: 90,
    longitudeFirst: 0,
    latitudeIncrement: 2.5,
    longitudeIncrement: 2.5,
    wrapsLongitude: true,
  });
});

test('a regional grid does not wrap', () => {
  const [{ grid }] = readFields(fixture('tmp.simple.grib2'));
  expect(grid).toMatchObject({
    ni: 49,
    nj: 33,
    latitudeFirst: 56,
    longitudeFirst: 13,
    wrapsLongitude: false,
  });
});

describe('increments are derived from the corners', () => {
  test('for thirds of a degree', () => {
    expect(gridBetween(50, 10, 49.333333, 11)).toMatchObject({
      longitudeIncrement: 1 / 3,
      wrapsLongitude: false,
    });
  });

  test('across the date line', () => {
    expect(gridBetween(50, 179, 48, -178)).toMatchObject({ longitudeFirst: 179, longitudeIncrement: 1 });
  });

  test('around the globe, with the first meridian repeated', () => {
    expect(gridBetween(50, 0, 48, 360)).toMatchObject({ longitudeIncrement: 120, wrapsLongitude: false });
  });

  test('around the globe, without repeating it', () => {
    expect(gridBetween(50, -180, 48, 90)).toMatchObject({
      longitudeFirst: -180,
      longitudeIncrement: 90,
      wrapsLongitude: true,
    });
  });
});

describe('a last point that is that of another grid is not believed', () => {
  /** The tiny grid, by 1 degree from 50 N, 358 E to 48 N, 1 E, with another last point. */
  const withLast = (latitude: number, longitude: number, bytes = TINY) =>
    readFields(patched(bytes, 3, 56, [...microdegrees(latitude), ...microdegrees(longitude)]))[0].grid;
  const own = readFields(TINY)[0].grid;

  test.each([
    ['of a larger grid', 40, 17],
    ['of a larger grid eastwards', 48, 17],
    ['of a smaller grid', 49, 0],
  ])('%s', (_, latitude, longitude) => {
    expect(withLast(latitude, longitude)).toEqual(own);
  });

  test('of a grid from south to north and from east to west', () => {
    const corners = [...microdegrees(48), ...microdegrees(1)];
    const reversed = patched(patched(TINY, 3, 72, [0xc0]), 3, 47, corners);
    expect(withLast(60, 340, reversed)).toMatchObject({
      latitudeFirst: 50,
      longitudeFirst: -2,
      latitudeIncrement: 1,
      longitudeIncrement: 1,
    });
  });

  test('unless the increment was only rounded, to thousandths of a degree', () => {
    const thirds = patched(TINY, 3, 64, [...microdegrees(0.333)]);
    expect(withLast(48, 359, thirds)).toMatchObject({ longitudeIncrement: 1 / 3 });
  });
});

test('angles may be in units of a subdivided basic angle', () => {
  // One degree, subdivided into 3 million units.
  const grid = readFields(patched(patched(TINY, 3, 39, [0, 0, 0, 1, 0, 0x2d, 0xc6, 0xc0]), 3, 55, [0]))[0]
    .grid;
  expect(grid).toMatchObject({ latitudeFirst: 50 / 3, longitudeFirst: 358 / 3 });
});

describe('an inconsistent grid causes an error in section 3', () => {
  test.each<[string, number, number[], RegExp]>([
    ['the number of points', 31, [0, 0, 0, 5], /5 by 3 points are not 12 points/],
    ['the direction of rows', 72, [64], /3 rows cannot run from 48 to 50 degrees/],
    ['a latitude beyond the pole', 47, microdegrees(91), /rows cannot run from 91/],
    ['a longitude beyond a turn', 51, microdegrees(361), /begins at longitude 361/],
    [
      'an increment',
      64,
      microdegrees(0.9),
      /points are 1 degrees apart by its corners, 0.9 by its increment/,
    ],
    ['a basic angle without parts', 39, [0, 0, 0, 1, 0, 0, 0, 0], /basic angle is not subdivided/],
    ['more points than any grid has', 7, [0xff, 0xff, 0xff, 0xff], /4294967295 points are too many/],
  ])('%s', (_, octet, octets, message) => {
    const malformed = patched(TINY, 3, octet, octets);
    expect(() => readFields(malformed)).toThrow(/Message at byte 0, section 3: /);
    expect(() => readFields(malformed)).toThrow(message);
  });
});

describe('an unsupported grid', () => {
  test('can be decoded in file order, and reordering names the template', () => {
    const [field] = readFields(fixture('maxt.second-order-missing.grib2'));
    expect(field.grid).toMatchObject({ kind: 'unsupported', template: 10, pointCount: 75936 });
    expect(field.decode()).toHaveLength(75936);
    expect(() => field.grid.toNorthWestOrder(field.decode())).toThrow('code table 3.1: 10 is not supported');
  });

  test('rows of different lengths', () => {
    const [field] = readFields(patched(TINY, 3, 11, [2, 1]));
    expect(field.grid.kind).toBe('unsupported');
    expect(() => field.grid.toNorthWestOrder(field.decode())).toThrow('code table 3.11: 1 is not supported');
  });

  test.each([
    ['3.0', 6, 255],
    ['3.4', 72, 8],
  ])('an entry of table %s', (table, octet, value) => {
    const [{ grid }] = readFields(patched(TINY, 3, octet, [value]));
    expect(() => grid.toNorthWestOrder(new Float64Array(12))).toThrow(`code table ${table}: ${value} is not`);
  });
});
