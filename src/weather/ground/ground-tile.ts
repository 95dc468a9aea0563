/** The notice that the licence of Copernicus DEM asks for. */
export const GROUND_ATTRIBUTION =
  'Heights: Copernicus DEM GLO-90, © DLR e.V. 2010-2014 and © Airbus Defence and Space GmbH 2014-2018, provided under ' +
  'COPERNICUS by the European Union and ESA; all rights reserved';

/** Rows of every tile; the columns become fewer towards the poles. */
export const TILE_ROWS = 1200;
export const MOST_TILE_COLUMNS = 1200;

/** The degree of latitude and longitude north-east of a whole-numbered corner. */
export interface TileCorner {
  /** -90 to 89. */
  latitude: number;
  /** -180 to 179. */
  longitude: number;
}

/**
 * Heights of the ground within one degree, in meters above sea level. Rows go from north to south and columns from west
 * to east. The centers of the first row are on the northern border and those of the first column on the western one, so
 * that the southern and the eastern border belong to the next tiles.
 */
export interface GroundTile {
  readonly columns: number;
  heightAt(row: number, column: number): number;
}

/** The columns of tiles at a latitude, for one that has no values: the ocean. */
export function usualColumns(latitude: number): number {
  const degrees = latitude >= 0 ? latitude : -1 - latitude;
  if (degrees < 50) return 1200;
  if (degrees < 60) return 800;
  if (degrees < 70) return 600;
  if (degrees < 80) return 400;
  return degrees < 85 ? 240 : 120;
}

/** Returns a short name of a tile, such as `N46E007`. */
export function tileName(corner: TileCorner): string {
  const [north, east] = partsOf(corner);
  return north + east;
}

/** Returns the path of a tile in the public buckets of Copernicus GLO-90. */
export function tilePath(corner: TileCorner): string {
  const [north, east] = partsOf(corner);
  const name = `Copernicus_DSM_COG_30_${north}_00_${east}_00_DEM`;
  return `${name}/${name}.tif`;
}

function partsOf({ latitude, longitude }: TileCorner): [north: string, east: string] {
  const digits = (degrees: number, count: number) => String(Math.abs(degrees)).padStart(count, '0');
  return [
    (latitude < 0 ? 'S' : 'N') + digits(latitude, 2),
    (longitude < 0 ? 'W' : 'E') + digits(longitude, 3),
  ];
}
