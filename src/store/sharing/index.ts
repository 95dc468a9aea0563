export { BucketRuns } from './bucket/bucket-runs.js';
export { Bucket, type BucketLocation } from './bucket/bucket.js';
export { OF_ONE_RUN, failureName } from './failure-name.js';
export { openSource } from './open-source.js';
export { RunReplica } from './run-replica.js';
export { RunStoreError, type RunStoreErrorName } from './run-store-error.js';
export { readSharingReport, type SharingActivity } from './sharing-state.js';
export { terrainStore } from './terrain-store.js';
