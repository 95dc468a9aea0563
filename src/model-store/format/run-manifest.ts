import { type Statistic, type VariableName } from '../../meteo/variables.js';

/** A code that stands for no value. */
export const MISSING_CODE = 0xffff;
/** The largest code that stands for a value. */
export const MAXIMUM_CODE = 0xfffe;

/** Of the files of a run. What was written in another one is refused, and taken again. */
export const FORMAT = 3;

export const MANIFEST_FILE = 'run.json';
export const VALUES_FILE = 'values.packed';

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

/** A file of a run beside its manifest. The checksums are those of its parts, all of one size but the last. */
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
 * - `recordsBytes` bytes of records, one for each grid point, [y from north][x from west]: two bytes for the code of each
 *   static, then for each window of steps a piece as WindowPacker describes it;
 * - the index: where each row begins (8-byte floating-point numbers, one more than there are rows); then for each record
 *   where it begins in its row, and the CRC-32 of the row from its start to the record's end (4-byte integers), so that
 *   one sum verifies any records that lie side by side. `indexChecksum` is the index's own CRC-32.
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
  /** Of a run that is published in parts, until it is whole. */
  isPart?: true;
  variables: StoredVariable[];
  statics: StoredStatic[];
  warnings: RunWarning[];
  recordsBytes: number;
  indexChecksum: number;
  /** Every file but the manifest. */
  files: StoredFile[];
  /** The SHA-256 of the manifest's text without this last member; see sealManifest. */
  checksum?: string;
}
