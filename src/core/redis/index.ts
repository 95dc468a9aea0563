export type { RunScript } from './script-batch.js';
export { SharedStore } from './shared-store.js';
