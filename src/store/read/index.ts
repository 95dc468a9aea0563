export { locate } from './locate.js';
export { cellsAround, shareAtLeast } from './neighbourhood.js';
export { StoredPoint } from './stored-point.js';
export { StoredRun } from './stored-run.js';
