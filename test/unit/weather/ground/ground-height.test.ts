import { describe, expect, it } from '@jest/globals';
import { type KnownTile, groundHeight } from '../../../../src/weather/ground/ground-height.js';
import {
  TILE_ROWS,
  type TileCorner,
  tileName,
  tilePath,
} from '../../../../src/weather/ground/ground-tile.js';
import { generator } from '../../../support/random.js';

/** From a place to the next one, along the meridian or the parallel. */
const STEP = 1e-4;
/** The columns of Copernicus DEM by the latitude that is nearest to the equator, from its handbook. */
const columnsAt = (south: number) => {
  const degrees = south >= 0 ? south : -1 - south;
  return [
    [85, 120],
    [80, 240],
    [70, 400],
    [60, 600],
    [50, 800],
    [0, 1200],
  ].find(([from]) => degrees >= from)![1];
};

/** A world of noise up to 1,000 m: each cell has a height of its own, and a tenth of all tiles are ocean. */
const noise = (a: number, b: number, c: number) => {
  const x = Math.sin(a * 12.9898 + b * 78.233 + c * 37.719) * 43_758.5453;
  return x - Math.floor(x);
};
const worldTile = ({ latitude, longitude }: TileCorner): KnownTile => {
  if (noise(latitude, longitude, 7) < 0.1) return 'ocean';
  return {
    columns: columnsAt(latitude),
    heightAt: (row, column) =>
      1000 * noise(latitude + 1 - row / TILE_ROWS, longitude + column / columnsAt(latitude), 1),
  };
};
const heightOf = (latitude: number, longitude: number) => groundHeight(latitude, longitude, worldTile)!;

describe('the height of the ground', () => {
  it('has no jumps at the borders of tiles, where rows have fewer columns, at 180° and at the poles', () => {
    const random = generator(1);
    // Between two cells, heights differ by at most 1,000 m.
    const steepest = (latitude: number) => {
      const rowsOf = (south: number) => columnsAt(Math.min(89, Math.max(-90, south)));
      const columns = Math.max(rowsOf(Math.floor(latitude)), rowsOf(Math.ceil(latitude) - 1));
      return 1000 * STEP * (TILE_ROWS + columns) * 1.000001;
    };
    const latitudes = [-90, -85, -80, -70, -60, -50, -49, -1, 0, 1, 47, 50, 51, 60, 70, 80, 85, 89, 90];
    const longitudes = [-180, -179, -1, 0, 1, 7, 90, 179, 180];
    for (let n = 0; n < 20_000; n++) {
      const onLatitude = latitudes[Math.floor(random() * latitudes.length)];
      const onLongitude = longitudes[Math.floor(random() * longitudes.length)];
      const anyLatitude = random() * 180 - 90;
      const anyLongitude = random() * 360 - 180;
      const nearLatitude = Math.max(-90, Math.min(90, onLatitude + (random() - 0.5) * 2 * STEP));
      const beyond = onLongitude + (random() - 0.5) * 2 * STEP;
      const nearLongitude = beyond > 180 ? beyond - 360 : beyond < -180 ? beyond + 360 : beyond;
      for (const [one, other] of [
        [
          [nearLatitude, anyLongitude],
          [Math.max(-90, Math.min(90, nearLatitude + (nearLatitude > 0 ? -STEP : STEP))), anyLongitude],
        ],
        [
          [anyLatitude, nearLongitude],
          [anyLatitude, nearLongitude + STEP > 180 ? nearLongitude + STEP - 360 : nearLongitude + STEP],
        ],
      ] as const) {
        const difference = Math.abs(heightOf(...one) - heightOf(...other));
        if (!(difference <= steepest(one[0])))
          throw new Error(`${difference} m between ${one.join()} and ${other.join()}`);
      }
    }
  });

  it('is the same at 180° and -180°, and at a pole for all longitudes', () => {
    for (let latitude = -90; latitude <= 90; latitude += 0.7)
      expect(heightOf(latitude, 180)).toBe(heightOf(latitude, -180));
    for (let longitude = -180; longitude <= 180; longitude += 7.3) {
      expect(heightOf(90, longitude)).toBe(heightOf(90, 0));
      expect(heightOf(-90, longitude)).toBe(heightOf(-90, 0));
    }
  });

  it('is that of a cell in its center, which is on the border in the first row and column', () => {
    const tile = worldTile({ latitude: 46, longitude: 8 }) as Exclude<KnownTile, 'ocean' | undefined>;
    expect(heightOf(47, 8)).toBe(tile.heightAt(0, 0));
    expect(heightOf(46.5, 8.25)).toBeCloseTo(tile.heightAt(600, 300), 6);
    // Halfway to the next row and a quarter of the way to the next column, by hand.
    const [north, south] = [10, 11].map(
      (row) => 0.75 * tile.heightAt(row, 20) + 0.25 * tile.heightAt(row, 21),
    );
    expect(heightOf(47 - 10.5 / 1200, 8 + 20.25 / 1200)).toBeCloseTo((north + south) / 2, 6);
  });

  it('is unknown without a tile, and all that are needed are asked for', () => {
    const askedAt = (latitude: number, longitude: number) => {
      const asked = new Set<string>();
      const height = groundHeight(latitude, longitude, (corner) => {
        asked.add(tileName(corner));
        return undefined;
      });
      expect(height).toBeUndefined();
      return [...asked].sort();
    };
    expect(askedAt(46.5, 7.5)).toEqual(['N46E007']);
    expect(askedAt(46.0001, 7.9999)).toEqual(['N45E007', 'N45E008', 'N46E007', 'N46E008']);
    expect(askedAt(-0.5, 179.99999)).toEqual(['S01E179', 'S01W180']);
    expect(askedAt(47, 7)).toEqual(['N46E007']);
    expect(askedAt(90, 12)).toEqual(['N89E000']);
    expect(askedAt(-90, -12)).toEqual(['S90E000', 'S90W012']);
  });

  it('is 0 in the ocean', () => {
    expect(groundHeight(0.5, -30.5, () => 'ocean')).toBe(0);
    expect(groundHeight(-89.99999, 180, () => 'ocean')).toBe(0);
  });
});

it.each([
  [46, 7, 'N46_00_E007'],
  [-1, -180, 'S01_00_W180'],
  [0, 0, 'N00_00_E000'],
  [-90, 179, 'S90_00_E179'],
  [5, -1, 'N05_00_W001'],
])('the tile from %d, %d is %s', (latitude, longitude, place) => {
  const name = `Copernicus_DSM_COG_30_${place}_00_DEM`;
  expect(tilePath({ latitude, longitude })).toBe(`${name}/${name}.tif`);
});
