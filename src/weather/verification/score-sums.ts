/** Numbers of a set of cases: how many, and the sums of their errors, absolute errors and squared errors. */
export const SUMS = 4;
/** Scores of fewer cases say nothing. */
export const LEAST_CASES = 30;

/** An array of numbers that can be changed. */
export interface Numbers {
  [index: number]: number;
  readonly length: number;
}

export interface Scores {
  /** Forecast minus observation; of no meaning for vectors. */
  readonly bias: number;
  readonly mae: number;
  readonly rmse: number;
}

/**
 * Adds a case to the sums at a place of an array. Sums of whole numbers, such as errors in tenths, are exact, so it
 * makes no difference in which order cases are added and sets of cases are merged.
 *
 * @param error forecast minus observation
 */
export function addError(sums: Numbers, at: number, error: number): void {
  sums[at] += 1;
  sums[at + 1] += error;
  sums[at + 2] += Math.abs(error);
  sums[at + 3] += error * error;
}

/** Adds a case of vectors, given the length of their difference and its square. */
export function addVectorError(sums: Numbers, at: number, length: number, square: number): void {
  sums[at] += 1;
  sums[at + 2] += length;
  sums[at + 3] += square;
}

/** @param unit in which the errors were added, such as 0.1 K */
export function scoresOf(sums: ArrayLike<number>, at: number, unit = 1): Scores {
  const cases = sums[at];
  return {
    bias: (sums[at + 1] / cases) * unit,
    mae: (sums[at + 2] / cases) * unit,
    rmse: Math.sqrt(sums[at + 3] / cases) * unit,
  };
}
