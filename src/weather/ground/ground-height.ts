import { type GroundTile, TILE_ROWS, type TileCorner, usualColumns } from './ground-tile.js';

/** What is known of a tile: undefined if nothing is yet. */
export type KnownTile = GroundTile | 'ocean' | undefined;

const NORTHMOST = 89;
const SOUTHMOST = -90;

/**
 * Interpolates the height of the ground linearly between the centers of the four cells around a place: along the row
 * north of it and along the row south of it, each with its own number of columns, then between these. It has no jumps:
 * neither at the borders of tiles, nor where rows have fewer columns, nor at 180°. A pole, where all longitudes meet,
 * has the height that its row has at 0°.
 *
 * @param latitude degrees, -90 to 90
 * @param longitude degrees, -180 to 180
 * @param tileAt called for each tile that the height depends on, also after one that isn't known
 * @returns meters above sea level; undefined if a tile isn't known
 */
export function groundHeight(
  latitude: number,
  longitude: number,
  tileAt: (corner: TileCorner) => KnownTile,
): number | undefined {
  // A place on the border of two tiles is in the southern one, whose first row is there.
  const south = Math.max(Math.ceil(latitude) - 1, SOUTHMOST);
  const [row, share] = split((south + 1 - latitude) * TILE_ROWS, TILE_ROWS);
  const along = (tileSouth: number, tileRow: number) => {
    if (tileSouth === NORTHMOST && tileRow === 0) return alongRow(NORTHMOST, 0, 0, tileAt);
    if (tileSouth < SOUTHMOST) return alongRow(SOUTHMOST, TILE_ROWS - 1, 0, tileAt);
    return alongRow(tileSouth, tileRow, longitude, tileAt);
  };
  const height = mean(share, along(south, row), () =>
    row + 1 < TILE_ROWS ? along(south, row + 1) : along(south - 1, 0),
  );
  return Number.isNaN(height) ? undefined : height;
}

/** NaN if a tile isn't known. */
function alongRow(
  south: number,
  row: number,
  longitude: number,
  tileAt: (corner: TileCorner) => KnownTile,
): number {
  const west = Math.floor(longitude);
  const tile = tileAt({ latitude: south, longitude: wrapped(west) });
  const columns = typeof tile === 'object' ? tile.columns : usualColumns(south);
  const [column, share] = split((longitude - west) * columns, columns);
  return mean(share, heightOf(tile, row, column), () =>
    column + 1 < columns
      ? heightOf(tile, row, column + 1)
      : heightOf(tileAt({ latitude: south, longitude: wrapped(west + 1) }), row, 0),
  );
}

function heightOf(tile: KnownTile, row: number, column: number): number {
  if (tile === 'ocean') return 0;
  return tile ? tile.heightAt(row, column) : NaN;
}

/** @param share of the second value, which is only read if it has one */
function mean(share: number, first: number, second: () => number): number {
  return share === 0 ? first : (1 - share) * first + share * second();
}

/** Returns the cell before a position, and the share of the next one. */
function split(position: number, count: number): [cell: number, share: number] {
  const cell = Math.min(Math.floor(position), count - 1);
  return [cell, position - cell];
}

function wrapped(west: number): number {
  return west >= 180 ? west - 360 : west;
}
