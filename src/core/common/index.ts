export { type Awaitable, andThen, isPromise } from './awaitable.js';
export { concurrently } from './concurrently.js';
export { DataDirectoryError, prepareDataDirectory } from './data-directory.js';
export { isDiskFull } from './disk-full.js';
export { DurationHistogram } from './duration-histogram.js';
export { editDistance } from './edit-distance.js';
export { type Fault, faultOfError } from './fault.js';
export { typedSecret } from './typed-secret.js';
