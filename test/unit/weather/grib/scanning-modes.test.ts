import { describe, expect, test } from '@jest/globals';
import { type LatitudeLongitudeGrid } from '../../../../src/weather/grib/grids/latitude-longitude-grid.js';
import { type GribField, readFields } from '../../../../src/weather/grib/message.js';
import { fixture, frozenBlocks } from './fixtures.js';
import { messagesOf, patched } from './message-surgery.js';

const MODES = [0, 32, 64, 96, 128, 160, 192, 224, 16, 80, 144, 208];
const MESSAGES = messagesOf(fixture('scanning-modes.grib2'));

function messageOfMode(mode: number): Uint8Array {
  return MESSAGES[MODES.indexOf(mode)];
}

function grid(field: GribField): LatitudeLongitudeGrid {
  if (field.grid.kind !== 'latitude-longitude') throw new Error('the grid should be supported');
  return field.grid;
}

function northWestOrder(message: Uint8Array): number[] {
  const [field] = readFields(message);
  return [...grid(field).toNorthWestOrder(field.decode())];
}

describe.each(frozenBlocks('scanning-modes.txt').map(({ head, lines }) => [Number(head[0]), lines] as const))(
  'scanning mode %i',
  (mode, lines) => {
    const points = lines.map((line) => line.map(Number));

    test('values are in rows from north to south, each from west to east, placed as in ecCodes', () => {
      expect(northWestOrder(messageOfMode(mode))).toEqual(points.map(([, , value]) => value));
    });

    test('the grid is described from its northwest corner', () => {
      const { ni, nj, latitudeFirst, longitudeFirst, latitudeIncrement, longitudeIncrement } = grid(
        readFields(messageOfMode(mode))[0],
      );
      const positions = points.map((_, i) => [
        latitudeFirst - Math.floor(i / ni) * latitudeIncrement,
        longitudeFirst + (i % ni) * longitudeIncrement - 360,
      ]);
      expect(ni * nj).toBe(points.length);
      expect(positions).toEqual(points.map(([latitude, longitude]) => [latitude, longitude]));
    });
  },
);

test.each([0, 64, 128, 192])('reverses alternating rows of mode %i', (mode) => {
  const alternating = messageOfMode(mode + 16);
  expect([...readFields(alternating)[0].decode()]).toEqual([1, 2, 3, 4, 8, 7, 6, 5, 9, 10, 11, 12]);
  expect(northWestOrder(alternating)).toEqual(northWestOrder(messageOfMode(mode)));
});

// ecCodes doesn't support alternating columns. By flag table 3.4, every second column runs opposite to the first.
test.each([
  [32, [1, 6, 7, 12, 2, 5, 8, 11, 3, 4, 9, 10]],
  [96, [3, 4, 9, 10, 2, 5, 8, 11, 1, 6, 7, 12]],
  [160, [12, 7, 6, 1, 11, 8, 5, 2, 10, 9, 4, 3]],
  [224, [10, 9, 4, 3, 11, 8, 5, 2, 12, 7, 6, 1]],
])('reverses alternating columns of mode %i', (mode, expected) => {
  expect(northWestOrder(patched(messageOfMode(mode), 3, 72, [mode + 16]))).toEqual(expected);
});

test('values that are already in order are not copied', () => {
  const [field] = readFields(messageOfMode(0));
  const values = field.decode();
  expect(grid(field).toNorthWestOrder(values)).toBe(values);
});
