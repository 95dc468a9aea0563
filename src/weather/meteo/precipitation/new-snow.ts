const WATER_KG_PER_M3 = 1000;
/** Density of wet snow, the maximum however warm the air is. */
const DENSEST_KG_PER_M3 = 200;

/**
 * Returns the ratio of the depth of new snow to the depth of its water, by air temperature in °C: about 15 in hard
 * frost, 8 at the freezing point. Density of new snow after N. R. Hedstrom and J. W. Pomeroy, Hydrol. Process. 12,
 * 1998, equation 10; above the freezing point after J. W. Pomeroy and D. M. Gray, NHRI Science Report 7, 1995.
 */
export function snowDepthRatio(celsius: number): number {
  const density = celsius <= 0 ? 67.92 + 51.25 * Math.exp(celsius / 2.59) : 119.17 + 20 * celsius;
  return WATER_KG_PER_M3 / Math.min(density, DENSEST_KG_PER_M3);
}

/**
 * Returns the part of an hour's precipitation that is not snow, in mm.
 *
 * @param snowMm depth of the hour's new snow
 */
export function rainMillimetres(mm: number, snowMm: number, celsius: number): number {
  // Clamped, since rounding errors of doubles are not rain.
  return snowMm === 0 ? mm : Math.max(0, mm - snowMm / snowDepthRatio(celsius));
}
