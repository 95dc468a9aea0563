import { randomBase62 } from '../core/secrets/index.js';

/** Returns `wxs_` and 40 random base-62 digits. */
export function newClientSecret(): string {
  return `wxs_${randomBase62(40)}`;
}
