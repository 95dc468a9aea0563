import { quantileOf } from '../meteo/ensemble/quantiles.js';

/** What the cases of a day add to a mean. */
export interface CaseDay {
  readonly cases: number;
  readonly sum: number;
}

const RESAMPLES = 500;
const OUTSIDE = 0.025;
const SEED = 20_261_128;

/** How often each day is in each resample, [resample][day]. */
const kept = new Map<number, Uint8Array>();

/**
 * Draws as many days as there are, with replacement, many times: always the same ones, so that equal questions get equal
 * answers, and differences between sources are those of the same days.
 */
function bootstrapWeights(days: number): Uint8Array {
  const known = kept.get(days);
  if (known) return known;
  const weights = new Uint8Array(RESAMPLES * days);
  const random = mulberry32(SEED + days);
  for (let resample = 0; resample < RESAMPLES; resample++)
    for (let draw = 0; draw < days; draw++) weights[resample * days + Math.floor(random() * days)]++;
  kept.set(days, weights);
  return weights;
}

/**
 * Returns the 95 % confidence interval of the mean, by resampling whole days. Cases of a day err together, so resampling
 * single cases would make it half as wide.
 */
export function meanInterval(days: readonly CaseDay[]): { low: number; high: number } | undefined {
  if (days.length < 2) return undefined;
  const weights = bootstrapWeights(days.length);
  const means: number[] = [];
  for (let resample = 0; resample < RESAMPLES; resample++) {
    let [cases, sum] = [0, 0];
    for (let day = 0; day < days.length; day++) {
      const weight = weights[resample * days.length + day];
      cases += weight * days[day].cases;
      sum += weight * days[day].sum;
    }
    if (cases > 0) means.push(sum / cases);
  }
  const sorted = Float64Array.from(means).sort();
  const at = (share: number) => quantileOf(sorted, sorted.length, share);
  return { low: at(OUTSIDE), high: at(1 - OUTSIDE) };
}

/** A generator of numbers from 0 up to 1 (Tommy Ettinger's mulberry32, public domain). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
