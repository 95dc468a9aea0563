/** What P10 and P90 promise. */
const PROMISED = 0.8;
/** Coverage that is less off isn't corrected. */
const MOST_OFF = 0.05;
const MOST_WIDENED = 2;
/** A factor from so many cases is applied by half. */
const HALF_CASES = 300;

/**
 * Returns by which factor the distance of P10 and P90 from the median has to grow, so that as many observations lie
 * between them as they promise: 1 if it needn't, and never less. The errors are taken for normally distributed.
 *
 * @param coverage how many observations lay between them, 0 to 1
 */
export function wideningOf(coverage: number, cases: number): number {
  if (!(coverage < PROMISED - MOST_OFF)) return 1;
  const factor = deviationOf(PROMISED) / Math.max(deviationOf(coverage), 1e-6);
  return Math.min(1 + ((factor - 1) * cases) / (cases + HALF_CASES), MOST_WIDENED);
}

/** Within how many standard deviations of the mean a share of a normal distribution lies. */
function deviationOf(share: number): number {
  let [low, high] = [0, 6];
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (within(middle) < share) low = middle;
    else high = middle;
  }
  return low;
}

/** The share of a normal distribution within a number of standard deviations: its density, by Simpson's rule. */
function within(deviations: number): number {
  const steps = 200;
  const width = deviations / steps;
  let sum = 0;
  for (let i = 0; i <= steps; i++) {
    const weight = i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2;
    sum += weight * Math.exp(-((i * width) ** 2) / 2);
  }
  return (2 * sum * width) / 3 / Math.sqrt(2 * Math.PI);
}
