import { VARIABLES, type VariableName, newSeries, noSeries, remainderOf } from '../../weather/meteo/index.js';
import { locate, type WeightedCell } from './locate.js';
import { MISSING_CODE, type StoredVariable } from '../format/run-manifest.js';
import { type PackedCells } from '../format/packed-cells.js';
import { type StoredRun } from './stored-run.js';

/**
 * A run's values at one point, all read from the store when the first of them is requested. The variable's `space`
 * (meteo/variables.ts) determines how the cells around the point are combined. Values are in the variable's unit, NaN
 * where missing.
 */
export class StoredPoint {
  private readonly weights: readonly number[];
  /** 1 for the cell with the largest weight, 0 for the others. */
  private readonly nearest: readonly number[];
  private packed: PackedCells | undefined;
  private readonly statics = new Map<VariableName, number>();

  private constructor(
    private readonly run: StoredRun,
    private readonly cells: readonly WeightedCell[],
  ) {
    this.weights = cells.map(({ weight }) => weight);
    const nearest = this.weights.indexOf(Math.max(...this.weights));
    this.nearest = this.weights.map((_, cell) => (cell === nearest ? 1 : 0));
  }

  /** @returns undefined where the point lies outside the run's grid */
  static at(run: StoredRun, latitude: number, longitude: number): StoredPoint | undefined {
    const cells = locate(run.manifest.grid, latitude, longitude);
    return cells && new StoredPoint(run, cells);
  }

  /** Steps in hours after the run; a series has one value for each. */
  get stepsHours(): readonly number[] {
    return this.run.manifest.stepsHours;
  }

  /** Returns the manifest's entry for a variable; undefined if the run lacks it. */
  variable(name: VariableName): StoredVariable | undefined {
    const index = this.run.variableIndex(name);
    return index === undefined ? undefined : this.run.manifest.variables[index];
  }

  /**
   * Returns one value per step; undefined if the run lacks the variable.
   * @param endStep the step index from which on values may be left out
   */
  series(name: VariableName, endStep = this.stepsHours.length): Float64Array | undefined {
    const index = this.run.variableIndex(name);
    if (index === undefined) return undefined;
    const planes = this.records.planesBefore(index, endStep);
    const means =
      VARIABLES[name].space === 'bilinear-land'
        ? this.meanCodesOverLand(index, planes)
        : this.meanCodes(index, this.shares(name), planes);
    const { references, scales } = this.run.planeNumbers(index);
    const steps = this.run.planeSteps(index);
    const values = noSeries(this.stepsHours.length);
    for (let k = 0; k < planes; k++) {
      const step = steps[k];
      values[step] = references[step] + scales[step] * means[k];
    }
    this.addRemainder(name, values, endStep);
    return values;
  }

  private addRemainder(name: VariableName, values: Float64Array, endStep: number): void {
    const remainder = remainderOf(name);
    const remainders = remainder && this.series(remainder, endStep);
    if (!remainders) return;
    // A step whose codes were fine enough has no remainder.
    for (let step = 0; step < values.length; step++)
      if (!Number.isNaN(remainders[step])) values[step] += remainders[step];
  }

  /** Returns the value of a static at the point; NaN if it or the variable is missing. */
  staticValue(name: VariableName): number {
    let value = this.statics.get(name);
    if (value === undefined) this.statics.set(name, (value = this.readStatic(name)));
    return value;
  }

  private readStatic(name: VariableName): number {
    const index = this.staticIndex(name);
    if (index === -1) return NaN;
    const { reference, scale } = this.run.manifest.statics[index].plane;
    let mean = 0;
    this.shares(name).forEach((share, cell) => {
      const code = this.records.staticCode(cell, index);
      if (share > 0) mean += code === MISSING_CODE ? NaN : share * code;
    });
    return reference + scale * mean;
  }

  private get records(): PackedCells {
    return (this.packed ??= this.run.readCells(this.cells));
  }

  /** Returns the cells' weights in a value; they add up to 1. */
  private shares(name: VariableName): readonly number[] {
    return VARIABLES[name].space === 'bilinear' ? this.weights : this.nearest;
  }

  /** Returns the mean code of each plane; NaN where a cell with a weight is missing. */
  private meanCodes(variable: number, shares: readonly number[], planes: number): Float64Array {
    const codes = scratchFor(shares.length * planes);
    let cells = 0;
    let isComplete = true;
    for (let cell = 0; cell < shares.length; cell++) {
      if (shares[cell] === 0) continue;
      if (this.records.unpack(variable, cell, planes, codes, cells++ * planes)) isComplete = false;
    }
    const present = cells === shares.length ? shares : [1];
    return isComplete ? weighted(codes, present, planes) : weightedWithGaps(codes, present, planes);
  }

  /** Like `meanCodes`, without sea cells and missing ones; the weights are renormalized. NaN where no cell is left. */
  private meanCodesOverLand(variable: number, planes: number): Float64Array {
    const sums = meansFor(planes);
    const totals = newSeries(planes);
    const codes = scratchFor(planes);
    for (let cell = 0; cell < this.weights.length; cell++) {
      if (!this.isLand(cell)) continue;
      this.records.unpack(variable, cell, planes, codes);
      for (let k = 0; k < planes; k++) {
        if (codes[k] === MISSING_CODE) continue;
        sums[k] += this.weights[cell] * codes[k];
        totals[k] += this.weights[cell];
      }
    }
    for (let k = 0; k < planes; k++) sums[k] /= totals[k];
    return sums;
  }

  /** If the run has no land mask, land is wherever there are values. */
  private isLand(cell: number): boolean {
    const index = this.staticIndex('landMask');
    if (index === -1) return true;
    const { reference, scale } = this.run.manifest.statics[index].plane;
    const code = this.records.staticCode(cell, index);
    return code !== MISSING_CODE && reference + code * scale >= 0.5;
  }

  private staticIndex(name: VariableName): number {
    return this.run.manifest.statics.findIndex((stored) => stored.name === name);
  }
}

/** Shared scratch, [cell][plane]; valid until the next variable is unpacked. */
let scratch = new Uint16Array(0);
/** Shared scratch, one per plane; valid until the next variable is computed. */
let means = new Float64Array(0);

function scratchFor(codes: number): Uint16Array {
  if (scratch.length < codes) scratch = new Uint16Array(codes);
  return scratch;
}

function meansFor(planes: number): Float64Array {
  if (means.length < planes) means = new Float64Array(planes);
  return means.fill(0, 0, planes);
}

function weighted(codes: Uint16Array, shares: readonly number[], planes: number): Float64Array {
  const sums = meansFor(planes);
  if (shares.length === 4) {
    const [first, second, third, fourth] = shares;
    for (let k = 0, b = planes, c = 2 * planes, d = 3 * planes; k < planes; k++, b++, c++, d++)
      sums[k] = first * codes[k] + second * codes[b] + third * codes[c] + fourth * codes[d];
    return sums;
  }
  for (let cell = 0; cell < shares.length; cell++) {
    const share = shares[cell];
    for (let k = 0, i = cell * planes; k < planes; k++, i++) sums[k] += share * codes[i];
  }
  return sums;
}

function weightedWithGaps(codes: Uint16Array, shares: readonly number[], planes: number): Float64Array {
  const sums = weighted(codes, shares, planes);
  for (let i = 0; i < shares.length * planes; i++) if (codes[i] === MISSING_CODE) sums[i % planes] = NaN;
  return sums;
}
