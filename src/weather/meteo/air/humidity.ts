/**
 * Magnus coefficients over water: O. A. Alduchov and R. E. Eskridge, J. Appl. Meteor. 35, 1996; accurate to 0.4 % from
 * -40 to 50 °C.
 */
const MAGNUS_HPA = 6.1094;
const MAGNUS_FACTOR = 17.625;
const MAGNUS_CELSIUS = 243.04;

/** Lowest humidity (%) used for the dew point, since the formula has no value at 0 %. */
const DRIEST_PERCENT = 0.1;

/** Returns the vapor pressure of saturated air in hPa; at the dew point, that of the air itself. */
export function saturationVapourPressure(celsius: number): number {
  return MAGNUS_HPA * Math.exp((MAGNUS_FACTOR * celsius) / (MAGNUS_CELSIUS + celsius));
}

/** Returns the dew point in °C from temperature in °C and relative humidity in %; never above the temperature. */
export function dewPoint(celsius: number, humidityPercent: number): number {
  const share = Math.max(humidityPercent, DRIEST_PERCENT) / 100;
  const exponent = Math.log(share) + (MAGNUS_FACTOR * celsius) / (MAGNUS_CELSIUS + celsius);
  return Math.min((MAGNUS_CELSIUS * exponent) / (MAGNUS_FACTOR - exponent), celsius);
}

/** Returns the relative humidity in % (0..100) from temperature and dew point in °C. */
export function relativeHumidity(celsius: number, dewPointCelsius: number): number {
  const share = saturationVapourPressure(dewPointCelsius) / saturationVapourPressure(celsius);
  return Math.min(100 * share, 100);
}

/** Newton's method gains more than three digits per iteration. */
const WET_BULB_ITERATIONS = 4;

/**
 * Returns the wet-bulb temperature in °C over water: the root of the equation of the aspirated psychrometer (WMO-No. 8,
 * part I, chapter 4, annex B).
 */
export function wetBulb(celsius: number, humidityPercent: number, pressureHpa: number): number {
  const vapour = (humidityPercent / 100) * saturationVapourPressure(celsius);
  let wet = celsius - (100 - humidityPercent) / 10;
  for (let i = 0; i < WET_BULB_ITERATIONS; i++) {
    const saturation = saturationVapourPressure(wet);
    const coefficient = 6.53e-4 * (1 + 0.000944 * wet) * pressureHpa;
    const slope = (saturation * MAGNUS_FACTOR * MAGNUS_CELSIUS) / (MAGNUS_CELSIUS + wet) ** 2;
    wet -= (saturation - coefficient * (celsius - wet) - vapour) / (slope + coefficient);
  }
  return wet;
}
