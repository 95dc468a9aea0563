import type { Numbers } from './score-sums.js';

/** Of a probability between 0 and 1, which is in the last of the bins. */
const BINS = 10;
/** The cases and the sum of the squared errors come first. */
const FIRST_BIN = 2;
/** Numbers of a set of cases: these two; for each bin the cases, and the sums of forecast and outcome. */
export const PROBABILITY_SUMS = FIRST_BIN + 3 * BINS;

/** How often something happened that was forecast with about the same probability. */
export interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  /** Mean of the forecasts; null without cases. */
  readonly forecast: number | null;
  /** How often it happened. */
  readonly observed: number | null;
  readonly cases: number;
}

/** Adds a case: whole percents, so that sums are exact. */
export function addProbability(sums: Numbers, at: number, percent: number, happened: boolean): void {
  const outcome = happened ? 100 : 0;
  const bin = at + FIRST_BIN + 3 * Math.min(Math.floor((percent * BINS) / 100), BINS - 1);
  sums[at] += 1;
  sums[at + 1] += (percent - outcome) ** 2;
  sums[bin] += 1;
  sums[bin + 1] += percent;
  sums[bin + 2] += outcome;
}

/** Returns the Brier score: the mean squared error of the probability, from 0 (certain and right) to 1. */
export function brierOf(sums: ArrayLike<number>, at: number): number {
  return sums[at + 1] / 10_000 / sums[at];
}

export function reliabilityOf(sums: ArrayLike<number>, at: number): ReliabilityBin[] {
  return Array.from({ length: BINS }, (_, bin) => {
    const [cases, forecast, observed] = [0, 1, 2].map((k) => sums[at + FIRST_BIN + 3 * bin + k]);
    const mean = (sum: number) => (cases === 0 ? null : sum / cases / 100);
    return {
      from: bin / BINS,
      to: (bin + 1) / BINS,
      forecast: mean(forecast),
      observed: mean(observed),
      cases,
    };
  });
}
