import type { WeatherCode } from '../../../weather/meteo/index.js';

/**
 * This service's weather codes as those of WMO table 4677 that Open-Meteo uses. Ice pellets map to snow grains, the
 * nearest code.
 */
export const WMO_CODES: Readonly<Record<WeatherCode, number>> = {
  0: NaN,
  1000: 0,
  1100: 1,
  1101: 2,
  1102: 2,
  1001: 3,
  2000: 45,
  2100: 45,
  4000: 51,
  4200: 61,
  4001: 63,
  4201: 65,
  5001: 71,
  5100: 71,
  5000: 73,
  5101: 75,
  6000: 56,
  6200: 66,
  6001: 67,
  6201: 67,
  7102: 77,
  7000: 77,
  7101: 77,
  8000: 95,
};

export function toWmoCode(code: number): number {
  return Number.isNaN(code) ? NaN : WMO_CODES[code as WeatherCode];
}
