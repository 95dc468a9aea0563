import { type Statistic, type VariableName } from '../meteo/variables.js';

/** A code of `values.u16` that stands for no value. */
export const MISSING_CODE = 0xffff;
/** The largest code that stands for a value. */
export const MAXIMUM_CODE = 0xfffe;

export const MANIFEST_FILE = 'run.json';
export const VALUES_FILE = 'values.u16';

/**
 * A regular latitude/longitude grid: row 0 is the northernmost (`latitudeFirst`, degrees), column 0 the westernmost
 * (`longitudeFirst`, degrees east, in -180..360). Increments are positive degrees. A grid that `wrapsLongitude` goes
 * round the globe: the column east of the last is column 0.
 */
export interface StoreGrid {
  ni: number;
  nj: number;
  latitudeFirst: number;
  longitudeFirst: number;
  latitudeIncrement: number;
  longitudeIncrement: number;
  wrapsLongitude: boolean;
}

/** value = reference + code × scale. Means and amounts are of the span from `spanStartHours` to their step. */
export interface PlaneHeader {
  reference: number;
  scale: number;
  spanStartHours?: number;
}

export interface StoredVariable {
  name: VariableName;
  statistic: Statistic;
  /** One for each step; null where the run has no such plane. */
  planes: (PlaneHeader | null)[];
}

export interface StoredStatic {
  name: VariableName;
  plane: PlaneHeader;
}

export interface RunWarning {
  code: string;
  detail: string;
}

/**
 * `run.json` of a published run. `values.u16` beside it holds, little-endian, [y from north][x from west][record]; a
 * record is variables × steps codes, variable by variable, then one code for each static.
 */
export interface RunManifest {
  format: 1;
  codec: 'u16';
  model: string;
  resolution: string;
  run: string;
  publishedAt: string;
  attribution: string;
  grid: StoreGrid;
  stepsHours: number[];
  variables: StoredVariable[];
  statics: StoredStatic[];
  warnings: RunWarning[];
}

/** The number of codes in one record (one grid point) of a run. */
export function recordLength(manifest: Pick<RunManifest, 'variables' | 'stepsHours' | 'statics'>): number {
  return manifest.variables.length * manifest.stepsHours.length + manifest.statics.length;
}
