/** The unit systems in which values are served. */
export type UnitSystem = 'metric' | 'imperial';

const ABSOLUTE_ZERO_C = -273.15;
/** Exact by definition: 1 inch is 25.4 mm, 1 mile 1609.344 m. */
const MILLIMETRES_PER_INCH = 25.4;
const METRES_PER_MILE = 1609.344;
/** The conventional inch of mercury at 0 °C (NIST SP 811, appendix B). */
const PASCALS_PER_INCH_OF_MERCURY = 3386.389;
/** Visibility is reported up to 15 statute miles, as observers and Tomorrow.io do; 24.1 km rounds to 15 miles again. */
const MAXIMUM_VISIBILITY_KM = 24.1;

/** K to °C. */
export const kelvinToCelsius = (kelvin: number): number => kelvin + ABSOLUTE_ZERO_C;

/** °C to K. */
export const celsiusToKelvin = (celsius: number): number => celsius - ABSOLUTE_ZERO_C;

export const FAHRENHEIT_PER_KELVIN = 1.8;

/** °C to °F. */
export const celsiusToFahrenheit = (celsius: number): number => celsius * FAHRENHEIT_PER_KELVIN + 32;

/** m/s to miles an hour. */
export const metresPerSecondToMilesPerHour = (speed: number): number => (speed * 3600) / METRES_PER_MILE;

/** Pa to hPa. */
export const pascalsToHectopascals = (pascals: number): number => pascals / 100;

/** hPa to inches of mercury. */
export const hectopascalsToInchesOfMercury = (hectopascals: number): number =>
  (hectopascals * 100) / PASCALS_PER_INCH_OF_MERCURY;

/** mm to inches; of water, 1 mm is 1 kg m-2. */
export const millimetresToInches = (millimetres: number): number => millimetres / MILLIMETRES_PER_INCH;

/** A visibility in m to km, at most 24.1. */
export const visibilityInKilometres = (metres: number): number =>
  Math.min(metres / 1000, MAXIMUM_VISIBILITY_KM);

/** km to statute miles. */
export const kilometresToMiles = (kilometres: number): number => (kilometres * 1000) / METRES_PER_MILE;

/** A share (0..1) to percent. */
export const shareToPercent = (share: number): number => share * 100;
