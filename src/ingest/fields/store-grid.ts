import type { Grid, LatitudeLongitudeGrid } from '../../weather/grib/index.js';
import type { StoreGrid } from '../../store/format/index.js';

/** @throws GribNotSupportedError when the points do not lie on parallels and meridians */
export function requireLatitudeLongitude(grid: Grid): LatitudeLongitudeGrid {
  return grid.kind === 'latitude-longitude' ? grid : grid.toNorthWestOrder();
}

/** Returns the geometry as stored: rows from north to south, each from west to east. */
export function toStoreGrid(grid: LatitudeLongitudeGrid): StoreGrid {
  const { ni, nj, latitudeFirst, longitudeFirst, latitudeIncrement, longitudeIncrement, wrapsLongitude } =
    grid;
  return { ni, nj, latitudeFirst, longitudeFirst, latitudeIncrement, longitudeIncrement, wrapsLongitude };
}

/** Whether two fields have the same points. */
export function sameGrid(a: StoreGrid, b: StoreGrid): boolean {
  return (Object.keys(a) as (keyof StoreGrid)[]).every((key) => a[key] === b[key]);
}
