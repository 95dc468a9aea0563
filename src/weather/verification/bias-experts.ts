/** How fast each expert forgets. A fifth one never corrects. */
const RATES = [0.03, 0.05, 0.1, 0.2] as const;
const NEVER = RATES.length;
/** A bias of so many cases is applied by half. */
const SHRINK_CASES = 10;
const LEAST_CASES = 10;
const MOST_CORRECTED_KELVIN = 6;
/** How fast the mean absolute error of an expert forgets. */
const ERROR_RATE = 0.05;
/** Weights stay finite for an expert without errors. */
const LEAST_ERROR = 0.01;

/** Numbers of a state: the cases, the bias of each rate, then the mean absolute error that each expert leaves. */
export const BIAS_NUMBERS = 1 + RATES.length + RATES.length + 1;
const ERRORS = 1 + RATES.length;

type Numbers = { [index: number]: number; readonly length: number };

/**
 * Returns the correction that the errors of a station so far suggest, to be subtracted from the forecast: the mean of
 * five experts (four that forget at different rates, and one that never corrects), each weighted by the inverse square
 * of the error it would have left.
 */
export function correctionOf(state: ArrayLike<number>, at: number): number {
  const cases = state[at];
  if (cases < LEAST_CASES) return 0;
  let [sum, total] = [0, 0];
  for (let expert = 0; expert <= NEVER; expert++) {
    const weight = 1 / Math.max(state[at + ERRORS + expert], LEAST_ERROR) ** 2;
    sum += weight * adviceOf(state, at, expert);
    total += weight;
  }
  return clamp(sum / total);
}

/**
 * Learns from an error: forecast minus observation, of a forecast without correction.
 * @param added how many cases it is the mean of: those of a day err together, so the experts forget once for all of them
 */
export function learnError(state: Numbers, at: number, error: number, added = 1): void {
  const cases = state[at] + added;
  const share = added / cases;
  const errorRate = Math.max(ERROR_RATE, share);
  for (let expert = 0; expert <= NEVER; expert++) {
    const place = at + ERRORS + expert;
    const left = Math.abs(error - adviceOf(state, at, expert));
    state[place] += errorRate * (left - state[place]);
  }
  for (let expert = 0; expert < NEVER; expert++) {
    const place = at + 1 + expert;
    state[place] += Math.max(RATES[expert], share) * (error - state[place]);
  }
  state[at] = cases;
}

function adviceOf(state: ArrayLike<number>, at: number, expert: number): number {
  if (expert === NEVER) return 0;
  const cases = state[at];
  return clamp((state[at + 1 + expert] * cases) / (cases + SHRINK_CASES));
}

function clamp(kelvin: number): number {
  return Math.min(Math.max(kelvin, -MOST_CORRECTED_KELVIN), MOST_CORRECTED_KELVIN);
}
