import { isMeasurable } from './measurable.js';
import { type PrecipitationType } from './precipitation-type.js';

/** Rows and columns on either side of a point's nearest cell in which wet cells are counted: 3 × 3 cells. */
export const NEIGHBOURHOOD_RADIUS = 1;

/** Minimum probability (%) of an hour in which the run itself has measurable precipitation. */
export const WET_HOUR_PERCENT = 50;
/** Maximum (%) that heavy precipitation adds to it; half of it at 1 mm in the hour. */
export const HEAVY_HOUR_PERCENT = 40;
/** Maximum probability (%) of an hour that is dry in the run: below even odds. */
export const DRY_HOUR_PERCENT = 49;

/**
 * It does not rain in every hour of a wet span. In the GFS run of 2020-08-04T12, cells whose whole neighborhood is wet
 * in a 6-hour bucket have 0.1 mm/h or more (PRATE) at 52 % of the starts and ends of the bucket
 * (test/fixtures/meteo/intermittence.py). The span's hours to the power of minus this exponent give that share, and 1
 * for a span of one hour.
 */
const INTERMITTENCE_EXPONENT = 0.365;

/** Bounds (%) of the share of members: at least this for an hour that is served as wet, at most that for a dry one. */
export const LEAST_BESIDE_WET_PERCENT = 1;
export const MOST_BESIDE_DRY_PERCENT = 99;

/** Returns the share (0..1) of the hours of a wet span that are wet themselves. */
export function wetHoursOf(spanHours: number): number {
  return spanHours ** -INTERMITTENCE_EXPONENT;
}

/**
 * Estimates the probability (0..100, not calibrated) of precipitation in an hour: the share of wet cells around the
 * point (a neighborhood as in S. E. Theis and others, Meteorol. Appl. 12, 2005), averaged over the run and the runs
 * before it (a time-lagged ensemble, C. Lu and others, Wea. Forecasting 22, 2007), and kept consistent with the run's
 * own value for the hour. NaN if the intensity is missing.
 *
 * @param intensity of the hour at the point, mm/h
 * @param type of the precipitation
 * @param shares shares (0..1) of the cells around the point that are wet in the hour, newest run first; NaN where a run
 *   has none. The n-th run has the weight 1/n.
 */
export function precipitationProbability(
  intensity: number,
  type: PrecipitationType,
  shares: ArrayLike<number>,
): number {
  if (Number.isNaN(intensity)) return NaN;
  let sum = 0;
  let weights = 0;
  for (let i = 0; i < shares.length; i++) {
    if (Number.isNaN(shares[i])) continue;
    sum += shares[i] / (i + 1);
    weights += 1 / (i + 1);
  }
  const estimate = weights > 0 ? (100 * sum) / weights : 0;
  return isMeasurable(intensity, type)
    ? Math.max(estimate, WET_HOUR_PERCENT + (HEAVY_HOUR_PERCENT * intensity) / (intensity + 1))
    : Math.min(estimate, DRY_HOUR_PERCENT);
}

/**
 * Returns the probability (0..100) of precipitation from an ensemble: the share of its members, bounded so that it is
 * never certain of the opposite of what is served. NaN if the intensity is missing.
 *
 * @param membersPercent share of members that are wet in the span that contains the hour, %
 * @param intensity of the hour at the point, mm/h
 * @param type of the precipitation
 */
export function probabilityOfMembers(
  membersPercent: number,
  intensity: number,
  type: PrecipitationType,
): number {
  if (Number.isNaN(intensity)) return NaN;
  return isMeasurable(intensity, type)
    ? Math.max(membersPercent, LEAST_BESIDE_WET_PERCENT)
    : Math.min(membersPercent, MOST_BESIDE_DRY_PERCENT);
}
