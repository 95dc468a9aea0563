import { noSeries } from './series.js';

/**
 * Interpolates a series linearly in time.
 *
 * @param steps ascending, in any unit of time, at any distances
 * @param values one per step; NaN where missing
 * @param positions ascending, in the unit of the steps
 * @returns one value per position: at a step, the step's own value; NaN outside the steps and next to a missing value
 */
export function interpolateLinear(
  steps: ArrayLike<number>,
  values: ArrayLike<number>,
  positions: ArrayLike<number>,
): Float64Array {
  return alongSteps(steps, values, positions, (k, position) => {
    const share = (position - steps[k]) / (steps[k + 1] - steps[k]);
    return values[k] + share * (values[k + 1] - values[k]);
  });
}

/**
 * Interpolates a series with the piecewise cubic Hermite polynomial that preserves the shape of the data: it is
 * monotone where the data are, and never leaves the range of the two neighboring values (PCHIP: F. N. Fritsch and J.
 * Butland, SIAM J. Sci. Stat. Comput. 5, 1984; one-sided slopes at the ends as in C. Moler, Numerical Computing with
 * MATLAB, section 3.4). Arguments and result are those of `interpolateLinear`; the curve ends at a gap.
 */
export function interpolateMonotoneCubic(
  steps: ArrayLike<number>,
  values: ArrayLike<number>,
  positions: ArrayLike<number>,
): Float64Array {
  let interval = NaN;
  let slopeBefore = 0;
  let slopeAfter = 0;
  return alongSteps(steps, values, positions, (k, position) => {
    if (k !== interval) {
      slopeBefore = k === interval + 1 ? slopeAfter : slopeAt(steps, values, k);
      interval = k;
      slopeAfter = slopeAt(steps, values, k + 1);
    }
    const length = steps[k + 1] - steps[k];
    const t = (position - steps[k]) / length;
    const rise = values[k + 1] - values[k];
    // The Hermite form, arranged so that a flat interval stays exactly flat.
    const bend = t * (1 - t) * ((1 - t) * slopeBefore - t * slopeAfter) * length;
    return values[k] + t * t * (3 - 2 * t) * rise + bend;
  });
}

/** Evaluates a series at all positions; `between` computes those inside the interval from step k to step k + 1. */
function alongSteps(
  steps: ArrayLike<number>,
  values: ArrayLike<number>,
  positions: ArrayLike<number>,
  between: (k: number, position: number) => number,
): Float64Array {
  const result = noSeries(positions.length);
  const last = steps.length - 1;
  let k = 0;
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i];
    while (k < last && steps[k + 1] <= position) k++;
    if (position === steps[k]) result[i] = values[k];
    else if (k < last && position > steps[k]) result[i] = between(k, position);
  }
  return result;
}

/** Returns the slope of the curve at step k. A missing neighbor makes k an end of the curve. */
function slopeAt(steps: ArrayLike<number>, values: ArrayLike<number>, k: number): number {
  const before = secant(steps, values, k - 1);
  const after = secant(steps, values, k);
  if (before === undefined) return after === undefined ? 0 : endSlope(steps, values, k, 1, after);
  if (after === undefined) return endSlope(steps, values, k, -1, before);
  if (before * after <= 0) return 0;
  const lengthBefore = steps[k] - steps[k - 1];
  const lengthAfter = steps[k + 1] - steps[k];
  const weightBefore = 2 * lengthAfter + lengthBefore;
  const weightAfter = lengthAfter + 2 * lengthBefore;
  return (weightBefore + weightAfter) / (weightBefore / before + weightAfter / after);
}

/** Returns the slope at an end of the curve, from the nearest two intervals (`direction` 1: the curve begins here). */
function endSlope(
  steps: ArrayLike<number>,
  values: ArrayLike<number>,
  k: number,
  direction: 1 | -1,
  near: number,
): number {
  const far = secant(steps, values, direction === 1 ? k + 1 : k - 2);
  if (far === undefined) return near;
  const nearLength = Math.abs(steps[k + direction] - steps[k]);
  const farLength = Math.abs(steps[k + 2 * direction] - steps[k + direction]);
  const slope = ((2 * nearLength + farLength) * near - nearLength * far) / (nearLength + farLength);
  if (slope * near <= 0) return 0;
  return near * far <= 0 && Math.abs(slope) > 3 * Math.abs(near) ? 3 * near : slope;
}

/** Returns the mean slope from step k to step k + 1; undefined beyond the ends and where a value is missing. */
function secant(steps: ArrayLike<number>, values: ArrayLike<number>, k: number): number | undefined {
  if (k < 0 || k + 1 >= steps.length) return undefined;
  const slope = (values[k + 1] - values[k]) / (steps[k + 1] - steps[k]);
  return Number.isNaN(slope) ? undefined : slope;
}
