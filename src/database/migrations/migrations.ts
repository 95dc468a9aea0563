import { Migration20261121093613 } from './Migration20261121093613.js';

/** In the order in which they run. */
export const MIGRATIONS = [Migration20261121093613];
