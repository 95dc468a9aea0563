import type { Numbers } from './score-sums.js';

/** How fast each expert forgets. A fifth one never corrects. */
const RATES = [0.03, 0.05, 0.1, 0.2] as const;
const NEVER = RATES.length;
/** A bias of so many cases is applied by half. */
const SHRINK_CASES = 10;
/** Fewer correct nothing. */
export const LEAST_CASES = 10;
const MOST_CORRECTED_KELVIN = 6;
/** How fast the mean absolute error of an expert forgets. */
export const ERROR_RATE = 0.05;
/** Weights stay finite for an expert without errors. */
const LEAST_ERROR = 0.01;

/** Numbers of a bias: the cases, the bias of each rate, then the mean absolute error that each expert leaves. */
export const BIAS_NUMBERS = 1 + RATES.length + RATES.length + 1;
const ERRORS = 1 + RATES.length;

/**
 * Returns the correction that the errors of a station so far suggest, to be subtracted from the forecast: the mean of
 * five experts (four that forget at different rates, and one that never corrects), each weighted by the inverse square
 * of the error it would have left.
 */
export function correctionOf(bias: ArrayLike<number>): number {
  if (bias[0] < LEAST_CASES) return 0;
  let [sum, total] = [0, 0];
  for (let expert = 0; expert <= NEVER; expert++) {
    const weight = 1 / Math.max(bias[ERRORS + expert], LEAST_ERROR) ** 2;
    sum += weight * adviceOf(bias, expert);
    total += weight;
  }
  return sum / total;
}

/**
 * Learns from an error: forecast minus observation, of a forecast without correction.
 * @param added how many cases it is the mean of: those of a day err together, so the experts forget once for all of them
 */
export function learnError(bias: Numbers, error: number, added = 1): void {
  const cases = bias[0] + added;
  const share = added / cases;
  const errorRate = Math.max(ERROR_RATE, share);
  for (let expert = 0; expert <= NEVER; expert++) {
    const left = Math.abs(error - adviceOf(bias, expert));
    bias[ERRORS + expert] += errorRate * (left - bias[ERRORS + expert]);
  }
  for (let expert = 0; expert < NEVER; expert++)
    bias[1 + expert] += Math.max(RATES[expert], share) * (error - bias[1 + expert]);
  bias[0] = cases;
}

function adviceOf(bias: ArrayLike<number>, expert: number): number {
  if (expert === NEVER) return 0;
  const shrunk = (bias[1 + expert] * bias[0]) / (bias[0] + SHRINK_CASES);
  return Math.min(Math.max(shrunk, -MOST_CORRECTED_KELVIN), MOST_CORRECTED_KELVIN);
}
