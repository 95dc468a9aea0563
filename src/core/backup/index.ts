export { verifyBackup } from './checksums.js';
export { createBackup } from './create-backup.js';
export { hasKeySecret } from './data-files.js';
export { refuseUnfit, restoreBackup } from './restore-backup.js';
