import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/time/index.js';
import { LATENCY_COLUMNS } from './latency-buckets.js';

/** A roll-up table in the schema `usage`, with its key columns and the time span of a row. */
export interface RollUpTable {
  name: string;
  /** The columns that identify a row. */
  keys: readonly string[];
  spanMs: number;
}

const CLIENT_KEYS = ['client_id', 'start', 'key_id', 'route', 'status'] as const;
const ACCOUNT_KEYS = ['account_id', 'start', 'route', 'status'] as const;

const QUARTER_MS = 15 * MINUTE_MS;

/** How long rows of minutes are kept. */
export const MINUTES_KEPT_MS = 48 * HOUR_MS;

/** Days are those of UTC. */
export const CLIENT_MINUTES: RollUpTable = { name: 'client_minutes', keys: CLIENT_KEYS, spanMs: MINUTE_MS };
export const CLIENT_QUARTERS: RollUpTable = {
  name: 'client_quarters',
  keys: CLIENT_KEYS,
  spanMs: QUARTER_MS,
};
export const CLIENT_DAYS: RollUpTable = { name: 'client_days', keys: CLIENT_KEYS, spanMs: DAY_MS };
export const ACCOUNT_QUARTERS: RollUpTable = {
  name: 'account_quarters',
  keys: ACCOUNT_KEYS,
  spanMs: QUARTER_MS,
};
export const ACCOUNT_DAYS: RollUpTable = { name: 'account_days', keys: ACCOUNT_KEYS, spanMs: DAY_MS };

export const ROLL_UP_TABLES = [
  CLIENT_MINUTES,
  CLIENT_QUARTERS,
  CLIENT_DAYS,
  ACCOUNT_QUARTERS,
  ACCOUNT_DAYS,
] as const;

/** Stands for all accounts together, in the tables by account. */
export const EVERY_ACCOUNT = '*';

export const COUNT_COLUMNS = ['requests', 'units', 'bytes', ...LATENCY_COLUMNS] as const;
