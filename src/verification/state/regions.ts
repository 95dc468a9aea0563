const DEGREES = 10;
const ROWS = 180 / DEGREES;
const COLUMNS = 360 / DEGREES;

/** Some regions and the share of each in a place; the shares add up to 1. */
export interface RegionShares {
  readonly regions: readonly number[];
  readonly shares: readonly number[];
}

/** Returns the region of 10 degrees that a place is in: rows from the south, columns from -180 degrees. */
export function regionOf(latitude: number, longitude: number): number {
  const row = Math.min(Math.floor((latitude + 90) / DEGREES), ROWS - 1);
  return row * COLUMNS + (Math.floor(((longitude + 180) % 360) / DEGREES) % COLUMNS);
}

/**
 * Returns the regions whose middles are around a place, with shares that don't jump from place to place: bilinear
 * between the middles, also across 180 degrees. At a pole all regions of the last row have the same share.
 */
export function regionsAround(latitude: number, longitude: number): RegionShares {
  const east = (longitude + 180) / DEGREES - 0.5;
  const column = Math.floor(east);
  const columns = [(column + COLUMNS) % COLUMNS, (column + 1) % COLUMNS];
  const ofColumns = [1 - (east - column), east - column];
  const north = (latitude + 90) / DEGREES - 0.5;
  const row = Math.floor(north);
  const [regions, shares]: [number[], number[]] = [[], []];
  const add = (ofRow: number, share: number) => {
    columns.forEach((one, i) => {
      regions.push(ofRow * COLUMNS + one);
      shares.push(share * ofColumns[i]);
    });
  };
  if (row >= 0 && row < ROWS - 1) {
    add(row, 1 - (north - row));
    add(row + 1, north - row);
    return { regions, shares };
  }
  const last = row < 0 ? 0 : ROWS - 1;
  const toPole = Math.min(1, 2 * Math.abs(north - last));
  add(last, 1 - toPole);
  for (let one = 0; one < COLUMNS; one++) {
    regions.push(last * COLUMNS + one);
    shares.push(toPole / COLUMNS);
  }
  return { regions, shares };
}
