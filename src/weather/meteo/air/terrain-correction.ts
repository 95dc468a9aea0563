import { saturationVapourPressure } from './humidity.js';

/** Temperature decrease per meter of height, in K. */
export const LAPSE_RATE_K_PER_M = 0.0065;

/** WMO's standard gravity (m s-2), the gas constant of dry air (J kg-1 K-1), and 1 minus its ratio to that of vapor. */
const GRAVITY = 9.80665;
const DRY_AIR = 287.05;
const VAPOUR_RATIO = 0.378;
const ZERO_CELSIUS_K = 273.15;

/**
 * Returns a temperature (or dew point) in °C at a height in meters above where it holds; negative heights are below.
 */
export function liftTemperature(celsius: number, heightMetres: number): number {
  return celsius - LAPSE_RATE_K_PER_M * heightMetres;
}

/** In layers this thin, the virtual temperature at the middle represents the layer: within 0.01 hPa over 9,000 m. */
const THICKEST_LAYER_METRES = 500;

/**
 * Returns a pressure at another height: the hydrostatic equation with the mean virtual temperature (WMO-No. 8, chapter
 * 3), layer by layer, since temperature and vapor decrease with height.
 *
 * @param hectopascals the pressure at the height where the other values hold
 * @param celsius the temperature there; the lapse rate is constant above and below
 * @param dewPointCelsius the dew point, with the same lapse rate; NaN for dry air
 * @param heightMetres positive upwards, negative downwards
 * @returns hPa
 */
export function liftPressure(
  hectopascals: number,
  celsius: number,
  dewPointCelsius: number,
  heightMetres: number,
): number {
  const layers = Math.ceil(Math.abs(heightMetres) / THICKEST_LAYER_METRES);
  const thickness = heightMetres / layers;
  let pressure = hectopascals;
  for (let layer = 0; layer < layers; layer++) {
    const middle = (layer + 0.5) * thickness;
    const kelvin = ZERO_CELSIUS_K + liftTemperature(celsius, middle);
    const vapour = saturationVapourPressure(liftTemperature(dewPointCelsius, middle));
    const pressureInMiddle = pressure * Math.exp((-GRAVITY * thickness) / (2 * DRY_AIR * kelvin));
    const vapourShare = Number.isNaN(vapour) ? 0 : vapour / pressureInMiddle;
    const virtualKelvin = kelvin / (1 - VAPOUR_RATIO * vapourShare);
    pressure *= Math.exp((-GRAVITY * thickness) / (DRY_AIR * virtualKelvin));
  }
  return pressure;
}

/**
 * Returns a relative humidity (0..100 %) at another height, scaled by the change in actual and saturation vapor
 * pressure.
 */
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
