export { requireNode } from './node-version.js';
export type { Role } from './role.js';
export { type RunOptions, runService } from './run-service.js';
