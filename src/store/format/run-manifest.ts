import type { Statistic, VariableName } from '../../weather/meteo/index.js';

/** The code for a missing value. */
export const MISSING_CODE = 0xffff;
/** The largest code that stands for a value. */
export const MAXIMUM_CODE = 0xfffe;

/** Format version of a run's files. Runs of another version are rejected, and ingested again. */
export const FORMAT = 3;

export const MANIFEST_FILE = 'run.json';
export const VALUES_FILE = 'values.packed';

/**
 * A regular latitude/longitude grid: row 0 is the northernmost (`latitudeFirst`, degrees), column 0 the westernmost
 * (`longitudeFirst`, degrees east, in -180..360). Increments are positive degrees. A grid that `wrapsLongitude` spans
 * the globe: the column east of the last is column 0.
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

/** value = reference + code × scale. Means and amounts cover the span from `spanStartHours` to their step. */
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

/** A file of a run besides its manifest. The checksums are those of its parts, all of one size except the last. */
export interface StoredFile {
  name: string;
  bytes: number;
  partBytes: number;
  /** In hexadecimal digits. */
  partsSha256: string[];
}

/**
 * `run.json` of a published run. `values.packed` beside it holds, little-endian:
 *
 * - `recordsBytes` bytes of records, one for each grid point, [y from north][x from west]: two bytes for the code of
 *   each static, then a piece for each window of steps, as described in WindowPacker;
 * - the index: where each row begins (8-byte floating-point numbers, one more than there are rows); then for each
 *   record where it begins in its row, and the CRC-32 of the row from its start to the record's end (4-byte integers),
 *   so that one checksum verifies any contiguous records. `indexChecksum` is the index's own CRC-32.
 */
export interface RunManifest {
  format: typeof FORMAT;
  model: string;
  resolution: string;
  run: string;
  publishedAt: string;
  attribution: string;
  grid: StoreGrid;
  stepsHours: number[];
  /** Set for a run that is published in parts, until it is complete. */
  isPart?: true;
  /** Set if values outside of the physical bounds (boundsOf) are missing. Earlier versions stored any value. */
  isBounded?: true;
  variables: StoredVariable[];
  statics: StoredStatic[];
  warnings: RunWarning[];
  recordsBytes: number;
  indexChecksum: number;
  /** Every file except the manifest. */
  files: StoredFile[];
  /** The SHA-256 of the manifest's text without this last member; see sealManifest. */
  checksum?: string;
}
