/**
 * Returns the CRPS as far as quantiles tell: twice the mean of their quantile scores.
 *
 * @param shares of the quantiles, such as 0.1 for P10
 */
export function crpsOfQuantiles(
  shares: readonly number[],
  values: ArrayLike<number>,
  observed: number,
): number {
  let sum = 0;
  shares.forEach((share, i) => {
    const above = observed - values[i];
    sum += above >= 0 ? share * above : (share - 1) * above;
  });
  return (2 * sum) / shares.length;
}

/** Whether an observation lies in a range, its ends included. */
export function coverageOf(low: number, high: number, observed: number): 0 | 1 {
  return observed >= low && observed <= high ? 1 : 0;
}
