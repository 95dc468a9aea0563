import { saturationVapourPressure } from './humidity.js';

/** By how much the air is colder for each metre of height, in K. */
export const LAPSE_RATE_K_PER_M = 0.0065;

/** WMO's standard gravity (m s-2), the gas constant of dry air (J kg-1 K-1), and that of air over that of vapour. */
const GRAVITY = 9.80665;
const DRY_AIR = 287.05;
const VAPOUR_RATIO = 0.378;
const ZERO_CELSIUS_K = 273.15;

/** A temperature (or dew point) in °C, carried up by a height in metres; down where it is negative. */
export function liftTemperature(celsius: number, heightMetres: number): number {
  return celsius - LAPSE_RATE_K_PER_M * heightMetres;
}

/**
 * A pressure carried up by a height, from the hydrostatic equation over the layer's mean virtual temperature (WMO-No. 8,
 * chapter 3).
 *
 * @param pressure in any unit proportional to hPa; the result has the same
 * @param celsius the temperature at the height where the pressure holds; above it the lapse rate is constant
 * @param vapourShare vapour pressure over pressure; 0 for dry air
 * @param heightMetres upwards; negative down
 */
export function liftPressure(
  pressure: number,
  celsius: number,
  vapourShare: number,
  heightMetres: number,
): number {
  const meanKelvin = ZERO_CELSIUS_K + liftTemperature(celsius, heightMetres / 2);
  const virtualKelvin = meanKelvin / (1 - VAPOUR_RATIO * vapourShare);
  return pressure * Math.exp((-GRAVITY * heightMetres) / (DRY_AIR * virtualKelvin));
}

/** A relative humidity (%), changed as the vapour pressures of temperature and dew point change; 0..100. */
export function liftHumidity(
  humidityPercent: number,
  celsius: number,
  dewPointCelsius: number,
  heightMetres: number,
): number {
  const vapour = saturationVapourPressure(liftTemperature(dewPointCelsius, heightMetres));
  const vapourBefore = saturationVapourPressure(dewPointCelsius);
  const saturation = saturationVapourPressure(liftTemperature(celsius, heightMetres));
  const saturationBefore = saturationVapourPressure(celsius);
  const changed = humidityPercent * (vapour / vapourBefore) * (saturationBefore / saturation);
  return Math.min(changed, 100);
}
