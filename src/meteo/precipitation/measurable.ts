import { type PrecipitationType } from './precipitation-type.js';
import { DECIDING_DECIMALS } from '../deciding-decimals.js';
import { roundHalfUp } from '../rounding.js';

/**
 * Precipitation is measurable from this much (mm of water in the hour) on: the least that a rain gauge tells (WMO-No. 8,
 * volume I, chapter 6). What freezes or lies is seen before it is measured, and counts from a fifth of that.
 */
export const MEASURABLE_MM: Record<PrecipitationType, number> = {
  rain: 0.1,
  snow: 0.02,
  freezingRain: 0.02,
  icePellets: 0.02,
};

/**
 * Whether an hour is wet: by its intensity (mm/h, not rounded) as it is served in metric units, whatever the units of the
 * answer. False where the intensity is missing.
 */
export function isMeasurable(intensity: number, type: PrecipitationType): boolean {
  return roundHalfUp(intensity, DECIDING_DECIMALS.precipitationIntensity) >= MEASURABLE_MM[type];
}
