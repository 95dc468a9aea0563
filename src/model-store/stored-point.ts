import { VARIABLES, type VariableName } from '../meteo/variables.js';
import { locate, type WeightedCell } from './locate.js';
import { MISSING_CODE, type PlaneHeader, type StoredVariable } from './run-manifest.js';
import { type PackedCells } from './packed-cells.js';
import { type StoredRun } from './stored-run.js';

/**
 * A run's values at one point, read from the store at once. How the cells around the point make one value follows from
 * the variable's `space` (meteo/variables.ts); values are in the variable's unit, NaN where missing.
 */
export class StoredPoint {
  private readonly weights: readonly number[];

  private constructor(
    private readonly run: StoredRun,
    private readonly cells: readonly WeightedCell[],
    private readonly records: PackedCells,
  ) {
    this.weights = cells.map(({ weight }) => weight);
  }

  /** @returns undefined where the point lies outside the run's grid */
  static read(run: StoredRun, latitude: number, longitude: number): StoredPoint | undefined {
    const cells = locate(run.manifest.grid, latitude, longitude);
    return cells && new StoredPoint(run, cells, run.readCells(cells));
  }

  /** The run's steps, in hours after the run; the series have one value for each. */
  get stepsHours(): readonly number[] {
    return this.run.manifest.stepsHours;
  }

  /** What the manifest says of a variable, or undefined when the run lacks it. */
  variable(name: VariableName): StoredVariable | undefined {
    const index = this.run.variableIndex(name);
    return index === undefined ? undefined : this.run.manifest.variables[index];
  }

  /** One value for each step; undefined when the run lacks the variable. */
  series(name: VariableName): Float64Array | undefined {
    const index = this.run.variableIndex(name);
    if (index === undefined) return undefined;
    const { planes } = this.run.manifest.variables[index];
    return this.values(name, planes, this.records.codes(index));
  }

  /** The value of a static at the point, NaN where it or the variable is missing. */
  staticValue(name: VariableName): number {
    const index = this.staticIndex(name);
    return index === -1 ? NaN : this.values(name, [this.staticPlane(index)], this.staticCodes(index))[0];
  }

  /** @param codes of each cell one for each plane, cell after cell */
  private values(
    name: VariableName,
    planes: readonly (PlaneHeader | null)[],
    codes: Uint16Array,
  ): Float64Array {
    const means =
      VARIABLES[name].space === 'bilinear-land'
        ? this.meanCodesOverLand(planes.length, codes)
        : this.meanCodes(this.shares(name), planes.length, codes);
    for (let i = 0; i < planes.length; i++) {
      const plane = planes[i];
      means[i] = plane ? plane.reference + plane.scale * means[i] : NaN;
    }
    return means;
  }

  /** The cells' shares in a value; they add up to 1. */
  private shares(name: VariableName): readonly number[] {
    if (VARIABLES[name].space === 'bilinear') return this.weights;
    const nearest = this.weights.indexOf(Math.max(...this.weights));
    return this.weights.map((_, cell) => (cell === nearest ? 1 : 0));
  }

  /** NaN where a cell with a share is missing. */
  private meanCodes(shares: readonly number[], count: number, codes: Uint16Array): Float64Array {
    const means = new Float64Array(count);
    for (let cell = 0; cell < shares.length; cell++) {
      const share = shares[cell];
      if (share === 0) continue;
      const offset = cell * count;
      for (let i = 0; i < count; i++) {
        const code = codes[offset + i];
        means[i] += code === MISSING_CODE ? NaN : share * code;
      }
    }
    return means;
  }

  /** Sea cells and missing ones are left out and the weights renormalised; NaN where no cell is left. */
  private meanCodesOverLand(count: number, codes: Uint16Array): Float64Array {
    const onLand = this.cells.map((_, cell) => this.isLand(cell));
    const means = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      let sum = 0;
      let total = 0;
      for (let cell = 0; cell < onLand.length; cell++) {
        const code = codes[cell * count + i];
        if (code === MISSING_CODE || !onLand[cell]) continue;
        sum += this.weights[cell] * code;
        total += this.weights[cell];
      }
      means[i] = total > 0 ? sum / total : NaN;
    }
    return means;
  }

  /** A run without a land mask tells land by its values alone. */
  private isLand(cell: number): boolean {
    const index = this.staticIndex('landMask');
    if (index === -1) return true;
    const { reference, scale } = this.staticPlane(index);
    const code = this.records.staticCode(cell, index);
    return code !== MISSING_CODE && reference + code * scale >= 0.5;
  }

  private staticIndex(name: VariableName): number {
    return this.run.manifest.statics.findIndex((stored) => stored.name === name);
  }

  private staticPlane(index: number): PlaneHeader {
    return this.run.manifest.statics[index].plane;
  }

  private staticCodes(index: number): Uint16Array {
    return Uint16Array.from(this.cells, (_, cell) => this.records.staticCode(cell, index));
  }
}
