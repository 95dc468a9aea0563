import { saturationVapourPressure } from './humidity.js';

/**
 * Returns the temperature in °C that a person in the shade feels: R. G. Steadman, Australian Meteorological Magazine
 * 43, 1994, in the form of the Australian Bureau of Meteorology: T + 0.33 e - 0.70 v - 4.00.
 *
 * @param celsius air temperature
 * @param humidityPercent relative humidity, 0..100
 * @param windMs wind at 10 m, m/s
 */
export function apparentTemperature(celsius: number, humidityPercent: number, windMs: number): number {
  const vapourHpa = (humidityPercent / 100) * saturationVapourPressure(celsius);
  return celsius + 0.33 * vapourHpa - 0.7 * windMs - 4;
}
