/**
 * How far below a half, in units of the last served decimal place, a value still counts as the half. Differences such
 * as 285.1 - 273.15 miss the half that they represent by a few parts in 10^14.
 */
const HALF_TOLERANCE = 1e-6;

const POWERS_OF_TEN = [1, 10, 100, 1000];

/**
 * Rounds half up (towards plus infinity) to a number of decimal places and returns the value in units of the last one:
 * 11.95 with 1 decimal is 120. NaN stays NaN.
 *
 * @param decimals 0..3
 */
export function toScaled(value: number, decimals: number): number {
  return Math.floor(value * POWERS_OF_TEN[decimals] + 0.5 + HALF_TOLERANCE);
}

/** Rounds half up to a number of decimal places (0..3): 11.95 with 1 decimal is 12. NaN stays NaN. */
export function roundHalfUp(value: number, decimals: number): number {
  return toScaled(value, decimals) / POWERS_OF_TEN[decimals];
}
