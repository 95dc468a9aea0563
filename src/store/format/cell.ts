/** A grid point: row from the north, column from the west. */
export interface Cell {
  y: number;
  x: number;
}
