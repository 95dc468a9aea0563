export { type MergeTask, mergeBand } from './merge-band.js';
export { type PackTask, packBand } from './pack-band.js';
export type { PlaneIdentity } from './run-planes.js';
export { type FilledPlane, RunWriter } from './run-writer.js';
export type { StoreThreads } from './store-threads.js';
