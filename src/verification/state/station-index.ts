import { distance } from 'geokdbush';

/** Rather less than it is, so that no place at the edge is left out. */
const KM_PER_DEGREE = 111.19;
const ROWS = 180;
const COLUMNS = 360;

export interface NearPlace {
  /** Its index. */
  readonly place: number;
  readonly distanceKm: number;
}

/** Places in cells of one degree. */
export class StationIndex {
  private readonly cells = new Map<number, number[]>();

  /** @param positions [place][latitude, longitude, height] */
  constructor(private readonly positions: Float32Array) {
    for (let place = 0; 3 * place < positions.length; place++) {
      const cell = cellOf(rowOf(positions[3 * place]), Math.floor(positions[3 * place + 1] + 180));
      const before = this.cells.get(cell);
      if (before) before.push(place);
      else this.cells.set(cell, [place]);
    }
  }

  /** Returns the places within a radius, the nearest first. */
  within(latitude: number, longitude: number, radiusKm: number): NearPlace[] {
    if (this.cells.size === 0) return [];
    const north = radiusKm / KM_PER_DEGREE;
    const highest = Math.min(Math.abs(latitude) + north, 89.9);
    const east = Math.min(north / Math.cos((highest * Math.PI) / 180), COLUMNS / 2);
    const [first, last] = [Math.floor(longitude - east + 180), Math.floor(longitude + east + 180)];
    const columns = Math.min(last - first + 1, COLUMNS);
    const near: NearPlace[] = [];
    for (let row = rowOf(latitude - north); row <= rowOf(latitude + north); row++)
      for (let column = first; column < first + columns; column++)
        for (const place of this.cells.get(cellOf(row, column)) ?? []) {
          const lat = this.positions[3 * place];
          if (Math.abs(lat - latitude) > north) continue;
          const lon = this.positions[3 * place + 1];
          const distanceKm = distance(longitude, latitude, lon, lat);
          if (distanceKm < radiusKm) near.push({ place, distanceKm });
        }
    return near.sort((one, other) => one.distanceKm - other.distanceKm || one.place - other.place);
  }
}

function rowOf(latitude: number): number {
  return Math.min(Math.max(Math.floor(latitude + 90), 0), ROWS - 1);
}

function cellOf(row: number, column: number): number {
  return row * COLUMNS + (((column % COLUMNS) + COLUMNS) % COLUMNS);
}
