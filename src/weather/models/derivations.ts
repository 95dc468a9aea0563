import type { Statistic } from '../meteo/variables.js';

/**
 * How a source's record becomes a plane of the store.
 *
 * - `instant`: the record is valid only at its step, and is stored as it is.
 * - `accumulated`: an amount since the start of a bucket, which may be that of the run; the increment since the step
 *   before is stored.
 * - `averaged`: a mean since the start of a bucket; the mean since the step before is computed.
 * - `maximum`: the largest value of a span that ends at the step, stored as it is.
 * - `held`: a mean since the start of a bucket that cannot be split, because it is rounded to a whole number (flags).
 *   It is used for a bucket that begins at the step before; for a shorter span the instantaneous record at its end is
 *   used.
 */
export type Derivation = keyof typeof STATISTIC_OF;

/** The statistic of the plane that a derivation gives. */
export const STATISTIC_OF = {
  instant: 'instant',
  accumulated: 'amount',
  averaged: 'mean',
  maximum: 'maximum',
  held: 'mean',
} as const satisfies Record<string, Statistic>;
