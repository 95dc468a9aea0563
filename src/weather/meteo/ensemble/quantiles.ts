/** The quantiles kept of an ensemble, in percent. */
export const QUANTILE_PERCENTS = [10, 50, 90] as const;

/**
 * Returns a quantile of sorted values, interpolated linearly between neighbors: quantile 0 is the lowest value,
 * quantile 1 the highest (R. J. Hyndman and Y. Fan, The American Statistician 50, 1996, type 7).
 *
 * @param ascending sorted values of any unit
 * @param count how many of them to use, from the first one on
 * @param share 0..1
 * @returns NaN if `count` is 0
 */
export function quantileOf(ascending: ArrayLike<number>, count: number, share: number): number {
  if (count === 0) return NaN;
  const position = (count - 1) * share;
  const below = Math.floor(position);
  const rest = position - below;
  return rest === 0 ? ascending[below] : ascending[below] + rest * (ascending[below + 1] - ascending[below]);
}

/** Sorts the first values of an array in place, by insertion: they are about 30, mostly equal or nearly in order. */
export function sortFirst(values: Float32Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const value = values[i];
    let at = i;
    while (at > 0 && values[at - 1] > value) {
      values[at] = values[at - 1];
      at--;
    }
    values[at] = value;
  }
}
