/** The nominal coverage of P10 to P90. */
const NOMINAL = 0.8;
/** Smaller deviations aren't corrected. */
const MOST_OFF = 0.05;
const MOST_WIDENED = 2;
const LEAST_DEVIATIONS = 1e-3;
/** A factor from so many cases is applied by half. */
const HALF_CASES = 300;

/**
 * Returns by which factor the distance of P10 and P90 from the median has to grow, so that as many observations lie
 * between them as they promise: 1 if it needn't, and never less. Assumes normally distributed errors.
 *
 * @param coverage how many observations lay between them, 0 to 1
 */
export function wideningOf(coverage: number, cases: number): number {
  if (!(coverage < NOMINAL - MOST_OFF)) return 1;
  const factor = deviationsOf(NOMINAL) / Math.max(deviationsOf(coverage), LEAST_DEVIATIONS);
  return Math.min(1 + ((factor - 1) * cases) / (cases + HALF_CASES), MOST_WIDENED);
}

/** Within how many standard deviations of the mean a share of a normal distribution lies (Winitzki 2008; to 0.2 %). */
function deviationsOf(share: number): number {
  const a = 0.147;
  const log = Math.log(1 - share * share);
  const half = 2 / (Math.PI * a) + log / 2;
  return Math.SQRT2 * Math.sqrt(Math.sqrt(half * half - log / a) - half);
}
