import { describe, expect, it } from '@jest/globals';
import { locate } from '../../../../src/store/read/locate.js';
import { GLOBAL_GRID, REGIONAL_GRID } from '../synthetic-run.js';

/** Returns [y, x, weight] of each cell, with weights rounded to nine decimals. */
function cells(...args: Parameters<typeof locate>) {
  return locate(...args)?.map(({ y, x, weight }) => [y, x, Math.round(weight * 1e9) / 1e9]);
}

const GFS_QUARTER = {
  ni: 1440,
  nj: 721,
  latitudeFirst: 90,
  longitudeFirst: 0,
  latitudeIncrement: 0.25,
  longitudeIncrement: 0.25,
  wrapsLongitude: true,
};

describe('locate on a regional grid', () => {
  it('returns one cell on a grid point', () => {
    expect(cells(REGIONAL_GRID, 51, 12)).toEqual([[1, 2, 1]]);
  });

  it('returns two cells on a grid line', () => {
    expect(cells(REGIONAL_GRID, 51, 12.25)).toEqual([
      [1, 2, 0.75],
      [1, 3, 0.25],
    ]);
    expect(cells(REGIONAL_GRID, 50.4, 10)).toEqual([
      [1, 0, 0.4],
      [2, 0, 0.6],
    ]);
  });

  it('returns four cells elsewhere, weighted by proximity', () => {
    expect(cells(REGIONAL_GRID, 51.75, 10.1)).toEqual([
      [0, 0, 0.675],
      [0, 1, 0.075],
      [1, 0, 0.225],
      [1, 1, 0.025],
    ]);
  });

  it('includes the edges of the grid', () => {
    expect(cells(REGIONAL_GRID, 52, 10)).toEqual([[0, 0, 1]]);
    expect(cells(REGIONAL_GRID, 50, 13)).toEqual([[2, 3, 1]]);
  });

  it.each([
    ['north', 52.001, 11],
    ['south', 49.999, 11],
    ['west', 51, 9.999],
    ['east', 51, 13.001],
    ['on the other side of the earth', 51, -169],
  ])('returns nothing beyond the edges: %s', (_, latitude, longitude) => {
    expect(cells(REGIONAL_GRID, latitude, longitude)).toBeUndefined();
  });

  it('accepts longitudes in either convention', () => {
    const west = { ...REGIONAL_GRID, longitudeFirst: 288 };
    expect(cells(west, 51, -71.5)).toEqual(cells(west, 51, 288.5));
    expect(cells(west, 51, -71.5)).toEqual([
      [1, 0, 0.5],
      [1, 1, 0.5],
    ]);
    const acrossGreenwich = { ...REGIONAL_GRID, longitudeFirst: 358.5 };
    expect(cells(acrossGreenwich, 51, 0.5)).toEqual([[1, 2, 1]]);
    expect(cells({ ...REGIONAL_GRID, longitudeFirst: -1.5 }, 51, -1.5)).toEqual([[1, 0, 1]]);
  });

  it('finds grid points despite binary rounding', () => {
    const tenths = {
      ...REGIONAL_GRID,
      latitudeIncrement: 0.1,
      longitudeIncrement: 0.1,
      longitudeFirst: 14.1,
    };
    expect(cells(tenths, 51.8, 14.3)).toEqual([[2, 2, 1]]);
    expect(cells(tenths, 51.9, 14.4)).toEqual([[1, 3, 1]]);
  });
});

describe('locate on a global grid', () => {
  it('interpolates across the seam', () => {
    expect(cells(GLOBAL_GRID, 0, -45)).toEqual([
      [1, 3, 0.5],
      [1, 0, 0.5],
    ]);
    expect(cells(GFS_QUARTER, 10, -0.1)).toEqual([
      [320, 1439, 0.4],
      [320, 0, 0.6],
    ]);
  });

  it('treats 180 degrees east and west as one place', () => {
    expect(cells(GLOBAL_GRID, 0, 180)).toEqual([[1, 2, 1]]);
    expect(cells(GLOBAL_GRID, 0, -180)).toEqual([[1, 2, 1]]);
    expect(cells(GFS_QUARTER, 0, 180)).toEqual(cells(GFS_QUARTER, 0, -180));
  });

  it('reaches the poles', () => {
    expect(cells(GLOBAL_GRID, 90, 90)).toEqual([[0, 1, 1]]);
    expect(cells(GLOBAL_GRID, -90, 0)).toEqual([[2, 0, 1]]);
    expect(cells(GFS_QUARTER, -89.9, 0)).toEqual([
      [719, 0, 0.4],
      [720, 0, 0.6],
    ]);
  });

  it('uses the last row between it and the pole', () => {
    const centred = { ...GFS_QUARTER, nj: 720, latitudeFirst: 89.875 };
    expect(cells(centred, 89.9, 0)).toEqual([[0, 0, 1]]);
    expect(cells(centred, -90, 0)).toEqual([[719, 0, 1]]);
  });

  it('returns nothing near a pole that is more than a row away', () => {
    expect(cells({ ...GFS_QUARTER, nj: 600, latitudeFirst: 80 }, 85, 0)).toBeUndefined();
  });
});
