import { distance } from 'geokdbush';

/** Rather less than it is, so that no station at the edge is left out. */
const KM_PER_DEGREE = 111.19;
const ROWS = 180;
const COLUMNS = 360;

export interface NearStation {
  /** Its index. */
  readonly station: number;
  readonly distanceKm: number;
}

/** Stations in cells of one degree. */
export class StationIndex {
  private readonly cells = new Map<number, number[]>();

  /** @param positions [station][latitude, longitude, height] */
  constructor(private readonly positions: Float32Array) {
    for (let station = 0; 3 * station < positions.length; station++) {
      const cell = cellOf(rowOf(positions[3 * station]), Math.floor(positions[3 * station + 1] + 180));
      const before = this.cells.get(cell);
      if (before) before.push(station);
      else this.cells.set(cell, [station]);
    }
  }

  /** Returns the stations within a radius, the nearest first. */
  within(latitude: number, longitude: number, radiusKm: number): NearStation[] {
    if (this.cells.size === 0) return [];
    const north = radiusKm / KM_PER_DEGREE;
    const highest = Math.min(Math.abs(latitude) + north, 89.9);
    const east = Math.min(north / Math.cos((highest * Math.PI) / 180), COLUMNS / 2);
    const [first, last] = [Math.floor(longitude - east + 180), Math.floor(longitude + east + 180)];
    const columns = Math.min(last - first + 1, COLUMNS);
    const near: NearStation[] = [];
    for (let row = rowOf(latitude - north); row <= rowOf(latitude + north); row++)
      for (let column = first; column < first + columns; column++)
        for (const station of this.cells.get(cellOf(row, column)) ?? []) {
          const lat = this.positions[3 * station];
          if (Math.abs(lat - latitude) > north) continue;
          const lon = this.positions[3 * station + 1];
          const distanceKm = distance(longitude, latitude, lon, lat);
          if (distanceKm < radiusKm) near.push({ station, distanceKm });
        }
    return near.sort((one, other) => one.distanceKm - other.distanceKm || one.station - other.station);
  }
}

function rowOf(latitude: number): number {
  return Math.min(Math.max(Math.floor(latitude + 90), 0), ROWS - 1);
}

function cellOf(row: number, column: number): number {
  return row * COLUMNS + (((column % COLUMNS) + COLUMNS) % COLUMNS);
}
