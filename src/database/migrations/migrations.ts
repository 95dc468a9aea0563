import { Migration20261121093613 } from './Migration20261121093613.js';
import { Migration20261122001210 } from './Migration20261122001210.js';
import { Migration20261122002355 } from './Migration20261122002355.js';
import { Migration20261122002500 } from './Migration20261122002500.js';
import { Migration20261122004206 } from './Migration20261122004206.js';
import { Migration20261122051526 } from './Migration20261122051526.js';
import { Migration20261122140000 } from './Migration20261122140000.js';
import { Migration20261122170000 } from './Migration20261122170000.js';

/** In the order in which they run. */
export const MIGRATIONS = [
  Migration20261121093613,
  Migration20261122001210,
  Migration20261122002355,
  Migration20261122002500,
  Migration20261122004206,
  Migration20261122051526,
  Migration20261122140000,
  Migration20261122170000,
];
