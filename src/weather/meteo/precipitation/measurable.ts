import { type PrecipitationType } from './precipitation-type.js';
import { DECIDING_DECIMALS } from '../deciding-decimals.js';
import { roundHalfUp } from '../rounding.js';

/**
 * Minimum measurable precipitation (mm of water in the hour): the least that a rain gauge registers (WMO-No. 8, volume
 * I, chapter 6). Frozen and freezing precipitation is seen before it can be measured, and counts from a fifth of that.
 */
export const MEASURABLE_MM: Record<PrecipitationType, number> = {
  rain: 0.1,
  snow: 0.02,
  freezingRain: 0.02,
  icePellets: 0.02,
};

/**
 * Whether an hour is wet: decided by its intensity (mm/h, not rounded) as served in metric units, whatever the units of
 * the response. False if the intensity is missing.
 */
export function isMeasurable(intensity: number, type: PrecipitationType): boolean {
  return roundHalfUp(intensity, DECIDING_DECIMALS.precipitationIntensity) >= MEASURABLE_MM[type];
}
