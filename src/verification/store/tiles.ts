const TILE_DEGREES = 2.5;
const COLUMNS = 360 / TILE_DEGREES;
const ROWS = 180 / TILE_DEGREES;
/** The stations of a part are about 300, so that nothing works on all of them at once. */
export const PARTS = 16;
/** In place of a tile: all stations, and what is compared with later runs. */
export const WORLD = -1;
export const LATER_RUNS = -2;

/** Returns the tile of 2.5 degrees that a place is in: rows from the south, columns from -180 degrees. */
export function tileOf(lat: number, lon: number): number {
  const row = Math.min(Math.floor((lat + 90) / TILE_DEGREES), ROWS - 1);
  const column = Math.floor((((lon + 180) % 360) + 360) / TILE_DEGREES) % COLUMNS;
  return row * COLUMNS + column;
}

/** Returns the part that the stations of a tile belong to. */
export function partOfTile(tile: number): number {
  return (Math.floor(tile / COLUMNS) * 5 + (tile % COLUMNS)) % PARTS;
}

export function middleOf(tile: number): { lat: number; lon: number } {
  return {
    lat: (Math.floor(tile / COLUMNS) + 0.5) * TILE_DEGREES - 90,
    lon: ((tile % COLUMNS) + 0.5) * TILE_DEGREES - 180,
  };
}

/** Returns the tiles that a span of latitudes and longitudes touches. */
export function tilesWithin(lat: number, lon: number, latDegrees: number, lonDegrees: number): number[] {
  const tiles = new Set<number>();
  const columns = Math.min(Math.ceil((2 * lonDegrees) / TILE_DEGREES) + 1, COLUMNS);
  const rows = Math.ceil((2 * latDegrees) / TILE_DEGREES) + 1;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const south = Math.min(Math.max(lat - latDegrees + row * TILE_DEGREES, -90), 90);
      tiles.add(tileOf(Math.min(south, lat + latDegrees), lon - lonDegrees + column * TILE_DEGREES));
    }
  return [...tiles];
}
