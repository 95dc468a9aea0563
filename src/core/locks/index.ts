export { AdvisoryLock } from './advisory-lock.js';
export { ExclusiveFileLock } from './exclusive-file-lock.js';
export { LockTakenError } from './lock-taken-error.js';
