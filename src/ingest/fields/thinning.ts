import type { StoreGrid } from '../../store/format/index.js';
import { IngestError } from '../ingest-error.js';

/** Tolerance for rounding, as a fraction of a grid's increment. */
const TOLERANCE = 1e-4;

const RADIANS_PER_DEGREE = Math.PI / 180;

/**
 * Returns the grid that is stored for a finer one: its points at whole multiples of `degrees`.
 * @throws IngestError (GridMismatchError) if the finer grid lacks these points
 */
export function keptGrid(grid: StoreGrid, degrees: number): StoreGrid {
  const { ni, nj, latitudeFirst, longitudeFirst, latitudeIncrement, longitudeIncrement, wrapsLongitude } =
    grid;
  const [rows, columns] = [degrees / latitudeIncrement, degrees / longitudeIncrement];
  if (Math.abs(rows - 1) < TOLERANCE && Math.abs(columns - 1) < TOLERANCE) return grid;
  const north = Math.floor(latitudeFirst / degrees + TOLERANCE) * degrees;
  // Avoids -0, which some comparisons treat as a different number.
  const west = Math.ceil(longitudeFirst / degrees - TOLERANCE) * degrees + 0;
  const firstRow = (latitudeFirst - north) / latitudeIncrement;
  const firstColumn = (west - longitudeFirst) / longitudeIncrement;
  const turn = wrapsLongitude ? ni / columns : 0;
  if (![rows, columns, firstRow, firstColumn, turn].every(isWhole) || firstRow >= nj || firstColumn >= ni) {
    const shape = `${ni} × ${nj} from ${latitudeFirst}, ${longitudeFirst} by ${latitudeIncrement}°`;
    throw new IngestError(
      'GridMismatchError',
      `the grid ${shape} has no points at whole multiples of ${degrees}°`,
    );
  }
  const count = (points: number, first: number, stride: number) =>
    Math.floor((points - 1 - Math.round(first)) / Math.round(stride)) + 1;
  return {
    ni: wrapsLongitude ? Math.round(turn) : count(ni, firstColumn, columns),
    nj: count(nj, firstRow, rows),
    latitudeFirst: north,
    longitudeFirst: west,
    latitudeIncrement: degrees,
    longitudeIncrement: degrees,
    wrapsLongitude,
  };
}

/**
 * Thins fields from a source's grid to the coarser one that is stored (see keptGrid).
 *
 * The cell of a stored point extends half an increment to each side: up to the poles, across the meridian where the
 * grid begins, and to the edge of a regional grid. Each point of the finer grid has a cell of the same kind and is
 * weighted by the area (on the sphere) that both cells share: if an increment spans an even number of points, those on
 * the border count half in each of the two cells. At a pole all points of the stored grid are one point, whose cell is
 * the polar cap.
 */
export class Thinning {
  private readonly rowStride: number;
  private readonly columnStride: number;
  private readonly firstRow: number;
  private readonly firstColumn: number;
  private readonly columnWeights: number[];

  private constructor(
    private readonly grid: StoreGrid,
    private readonly kept: StoreGrid,
  ) {
    this.rowStride = Math.round(kept.latitudeIncrement / grid.latitudeIncrement);
    this.columnStride = Math.round(kept.longitudeIncrement / grid.longitudeIncrement);
    this.firstRow = Math.round((grid.latitudeFirst - kept.latitudeFirst) / grid.latitudeIncrement);
    this.firstColumn = Math.round((kept.longitudeFirst - grid.longitudeFirst) / grid.longitudeIncrement);
    this.columnWeights = offsets(this.columnStride).map((offset) =>
      2 * Math.abs(offset) === this.columnStride ? 0.5 : 1,
    );
  }

  /** Returns undefined if the whole grid is stored. */
  static between(grid: StoreGrid, kept: StoreGrid): Thinning | undefined {
    return kept.latitudeIncrement === grid.latitudeIncrement ? undefined : new Thinning(grid, kept);
  }

  /**
   * Returns the values at the stored points: rows from north to south, each from west to east.
   * @param sampled receives the values
   */
  sample(
    values: Float64Array,
    sampled: Float64Array = new Float64Array(this.kept.ni * this.kept.nj),
  ): Float64Array {
    const { kept, firstRow, firstColumn, rowStride, columnStride } = this;
    for (let y = 0, i = 0; y < kept.nj; y++) {
      let from = (firstRow + y * rowStride) * this.grid.ni + firstColumn;
      for (let x = 0; x < kept.ni; x++, from += columnStride) sampled[i++] = values[from];
    }
    return sampled;
  }

  /**
   * Returns the means over the cells of the stored points. Missing values (NaN) are ignored; if all are missing, so is
   * the mean.
   */
  average(values: Float64Array): Float64Array {
    const { kept, rowStride } = this;
    const means = new Float64Array(kept.ni * kept.nj);
    for (let y = 0; y < kept.nj; y++) {
      const latitude = kept.latitudeFirst - y * kept.latitudeIncrement;
      const rows = offsets(rowStride)
        .map((offset) => ({
          y: this.firstRow + y * rowStride + offset,
          weight: this.rowWeight(latitude, offset),
        }))
        .filter(({ y: row, weight }) => row >= 0 && row < this.grid.nj && weight > 0);
      const meansOfRow = means.subarray(y * kept.ni, (y + 1) * kept.ni);
      for (let x = 0; x < kept.ni; x++) meansOfRow[x] = this.meanOf(values, rows, x);
      if (kept.wrapsLongitude && Math.abs(latitude) === 90) meansOfRow.fill(meanOfPresent(meansOfRow));
    }
    return means;
  }

  private meanOf(values: Float64Array, rows: { y: number; weight: number }[], x: number): number {
    const { grid, columnWeights } = this;
    const west = this.firstColumn + x * this.columnStride - (columnWeights.length - 1) / 2;
    let [sum, total] = [0, 0];
    for (const { y, weight } of rows) {
      for (let i = 0; i < columnWeights.length; i++) {
        let column = west + i;
        if (grid.wrapsLongitude) column = (column + grid.ni) % grid.ni;
        else if (column < 0 || column >= grid.ni) continue;
        const value = values[y * grid.ni + column];
        if (value !== value) continue;
        sum += weight * columnWeights[i] * value;
        total += weight * columnWeights[i];
      }
    }
    return sum / total;
  }

  /**
   * Returns the overlap of a row of source cells with the cells at a stored latitude; areas depend on the sine of the
   * latitude.
   */
  private rowWeight(latitude: number, offset: number): number {
    const { latitudeIncrement } = this.grid;
    const half = this.kept.latitudeIncrement / 2;
    const centre = latitude - offset * latitudeIncrement;
    const north = Math.min(centre + latitudeIncrement / 2, latitude + half, 90);
    const south = Math.max(centre - latitudeIncrement / 2, latitude - half, -90);
    return Math.sin(north * RADIANS_PER_DEGREE) - Math.sin(south * RADIANS_PER_DEGREE);
  }
}

/** Returns the offsets, relative to a stored point, of the points whose cells overlap its cell: for 4, from -2 to 2. */
function offsets(stride: number): number[] {
  const reach = Math.floor(stride / 2);
  return Array.from({ length: 2 * reach + 1 }, (_, i) => i - reach);
}

function meanOfPresent(values: Float64Array): number {
  const present = values.filter((value) => !Number.isNaN(value));
  return present.reduce((sum, value) => sum + value, 0) / present.length;
}

function isWhole(count: number): boolean {
  return Number.isFinite(count) && Math.abs(count - Math.round(count)) < TOLERANCE * Math.max(1, count);
}
