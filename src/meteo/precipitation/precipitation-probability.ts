import { isMeasurable } from './measurable.js';
import { type PrecipitationType } from './precipitation-type.js';

/** The rows and columns on either side of a point's nearest cell in which wet cells are counted: 3 × 3 of them. */
export const NEIGHBOURHOOD_RADIUS = 1;

/** An hour in which the run itself has measurable precipitation is at least this probable to be wet, in %. */
export const WET_HOUR_PERCENT = 50;
/** What heavy precipitation adds to that; half of it at 1 mm in the hour. */
export const HEAVY_HOUR_PERCENT = 40;
/** An hour that the run has dry stays below even odds. */
export const DRY_HOUR_PERCENT = 49;

/**
 * Precipitation of a span does not fall in each of its hours. In the GFS run of 2020-08-04T12 cells whose whole
 * neighbourhood is wet in a bucket of 6 hours have 0.1 mm/h or more (PRATE) at 52 % of the starts and ends of the bucket
 * (test/fixtures/meteo/intermittence.py); this power of the span's hours has that share, and 1 for a span of one hour.
 */
const INTERMITTENCE_EXPONENT = 0.365;

/** As far as members may be of one mind about an hour that the served amount tells otherwise, in %. */
export const LEAST_BESIDE_WET_PERCENT = 1;
export const MOST_BESIDE_DRY_PERCENT = 99;

/** The share (0..1) of the hours of a wet span that are wet themselves. */
export function wetHoursOf(spanHours: number): number {
  return spanHours ** -INTERMITTENCE_EXPONENT;
}

/**
 * The probability (0..100) of precipitation in an hour: an estimate that is not calibrated. The share of wet cells
 * around the point (a neighbourhood as in S. E. Theis and others, Meteorol. Appl. 12, 2005), averaged over the run and
 * the runs before it (a time-lagged ensemble, C. Lu and others, Wea. Forecasting 22, 2007), kept in accord with what the
 * run itself has for the hour. NaN where the intensity is missing.
 *
 * @param intensity of the hour at the point, mm/h
 * @param type of what falls
 * @param shares 0..1 of the cells around the point that are wet in the hour, newest run first; NaN where a run does not
 * say. The n-th run counts 1/n.
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
 * The probability (0..100) of precipitation by an ensemble: the share of its members, kept from certainty of what is not
 * served. NaN where the intensity is missing.
 *
 * @param membersPercent of the members the share that are wet in the span that the hour lies in
 * @param intensity of the hour at the point, mm/h
 * @param type of what falls
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
