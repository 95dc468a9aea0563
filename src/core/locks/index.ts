export { AdvisoryLock } from './advisory-lock.js';
export { ExclusiveFileLock, LockTakenError } from './exclusive-file-lock.js';
export { LockedWork } from './locked-work.js';
