import { type Cell } from '../format/cell.js';
import { type StoreGrid } from '../format/run-manifest.js';

/** A grid point that contributes to a value; the weights of a location are positive and add up to 1. */
export interface WeightedCell extends Cell {
  weight: number;
}

/** Points this close to a grid line, in grid steps, lie on it: far below the fourth decimal of a degree. */
const ON_LINE = 1e-6;

/**
 * Returns the cells around a point with their bilinear weights: one on a grid point, two on a grid line, otherwise
 * four, from north to south and within a row from west to east (across the seam of a global grid: the last column, then
 * the first).
 *
 * The edges of a regional grid belong to it. Between the last row of a global grid and the pole, the last row is used.
 *
 * @param latitude -90..90 degrees
 * @param longitude degrees east, -180..180 or 0..360
 * @returns undefined outside the grid
 */
export function locate(grid: StoreGrid, latitude: number, longitude: number): WeightedCell[] | undefined {
  const rows = linesAround(rowPosition(grid, latitude), grid.nj);
  const columns = columnsAround(grid, longitude);
  if (!rows || !columns) return undefined;
  return rows.flatMap((row) =>
    columns.map((column) => ({ y: row.line, x: column.line, weight: row.weight * column.weight })),
  );
}

interface WeightedLine {
  line: number;
  weight: number;
}

/**
 * Returns the fractional row, counted from the north. Points beyond the last row of a global grid are moved onto it.
 */
function rowPosition(grid: StoreGrid, latitude: number): number {
  const position = (grid.latitudeFirst - latitude) / grid.latitudeIncrement;
  if (!grid.wrapsLongitude) return position;
  const toNorthPole = (90 - grid.latitudeFirst) / grid.latitudeIncrement;
  const toSouthPole = 180 / grid.latitudeIncrement - toNorthPole - (grid.nj - 1);
  if (position < 0 && toNorthPole < 1) return 0;
  if (position > grid.nj - 1 && toSouthPole < 1) return grid.nj - 1;
  return position;
}

function columnsAround(grid: StoreGrid, longitude: number): WeightedLine[] | undefined {
  const round = 360 / grid.longitudeIncrement;
  const turns = (longitude - grid.longitudeFirst) / 360;
  const position = (turns - Math.floor(turns)) * round;
  // Rounding may put a point on the first column a full turn away.
  const fromFirst = position > round - ON_LINE ? 0 : position;
  if (!grid.wrapsLongitude) return linesAround(fromFirst, grid.ni);
  return linesAround(fromFirst, grid.ni + 1)?.map(({ line, weight }) => ({ line: line % grid.ni, weight }));
}

/** Returns the one or two lines next to a position on an axis with lines at 0..count - 1. */
function linesAround(position: number, count: number): WeightedLine[] | undefined {
  const nearest = Math.round(position);
  if (Math.abs(position - nearest) <= ON_LINE) {
    return nearest >= 0 && nearest < count ? [{ line: nearest, weight: 1 }] : undefined;
  }
  const line = Math.floor(position);
  if (line < 0 || line + 1 >= count) return undefined;
  const second = position - line;
  return [
    { line, weight: 1 - second },
    { line: line + 1, weight: second },
  ];
}
