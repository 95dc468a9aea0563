import { LAPSE_RATE_K_PER_M } from './terrain-correction.js';

/** ICAO's standard atmosphere (Doc 7488): at sea level 1013.25 hPa and 288.15 K, 6.5 K colder per kilometer. */
const SEA_LEVEL_HPA = 1013.25;
const SEA_LEVEL_K = 288.15;
/** Gravity divided by the gas constant of dry air and the lapse rate. */
const EXPONENT = 5.25588;

/**
 * Returns the pressure at a station in hPa from its altimeter setting (QNH): that is the pressure at sea level of the
 * standard atmosphere that has the station's pressure at its elevation.
 *
 * @param altimeterHpa hPa
 * @param elevationMetres above sea level
 */
export function stationPressure(altimeterHpa: number, elevationMetres: number): number {
  const root = (altimeterHpa / SEA_LEVEL_HPA) ** (1 / EXPONENT);
  return SEA_LEVEL_HPA * (root - (LAPSE_RATE_K_PER_M * elevationMetres) / SEA_LEVEL_K) ** EXPONENT;
}
