export { codeRange } from './code-limits.js';
export { DamagedRunError } from './damaged-run-error.js';
export type { Plane } from './plane.js';
export { type Quantisation, quantise, quantiseFinely, writeCodes, writeSplitCodes } from './quantise.js';
export {
  DAMAGED_SUFFIX,
  TERRAIN_FOLDER,
  changeMsOf,
  currentRuns,
  damagedRuns,
  forgetDamaged,
  keptRuns,
  parseRunName,
  publishedRuns,
  removeRun,
  retireRun,
  runName,
  startOf,
  supersededRuns,
  sweepLeftovers,
} from './run-directory.js';
export {
  MISSING_CODE,
  type RunManifest,
  type RunWarning,
  type StoreGrid,
  type StoredVariable,
} from './run-manifest.js';
