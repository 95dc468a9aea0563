export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)];
}

/** The standard error of the median of normally distributed values, estimated from their quartiles. */
export function medianError(values: readonly number[]): number {
  const sigma = (quantile(values, 0.75) - quantile(values, 0.25)) / 1.349;
  return (1.2533 * sigma) / Math.sqrt(values.length);
}
