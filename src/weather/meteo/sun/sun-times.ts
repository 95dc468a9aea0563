import { HOUR_MS } from '../../time/index.js';
import { solarPosition } from './solar-position.js';

const HALF_DAY_MS = 12 * HOUR_MS;
const MS_PER_DEGREE = 240_000;
/**
 * At a zenith angle of 90.833 degrees, the sun's upper edge is on the horizon: its radius is 16 minutes of arc, and
 * refraction there 34 (NOAA's calculator).
 */
const COSINE_AT_SUNRISE = Math.cos((90.833 * Math.PI) / 180);

/** Sunrise and sunset in milliseconds since 1970-01-01T00:00:00Z; NaN if there is none. */
export interface SunTimes {
  sunriseMs: number;
  sunsetMs: number;
}

/**
 * Returns sunrise and sunset around the first solar noon at or after a time, such as the start of a local day: where
 * local time follows the sun, both are in that day. Neither exists during polar day and night; when these begin or end,
 * possibly only one does. By NOAA's definition (gml.noaa.gov/grad/solcalc), the sun's center is 0.833 degrees below the
 * horizon of the sea. Accurate to a minute up to 72 degrees of latitude; near the poles, refraction dominates.
 *
 * @param fromMs milliseconds since 1970-01-01T00:00:00Z
 * @param latitude degrees north, -90..90
 * @param longitude degrees east, -180..180 or 0..360
 */
export function sunTimes(fromMs: number, latitude: number, longitude: number): SunTimes {
  const noonMs = solarNoon(fromMs, latitude, longitude);
  return {
    sunriseMs: crossing(noonMs - HALF_DAY_MS, noonMs, latitude, longitude),
    sunsetMs: crossing(noonMs + HALF_DAY_MS, noonMs, latitude, longitude),
  };
}

/** Whether the sun is up, by the definition of `sunTimes`. Arguments as there. */
export function isDaylight(timeMs: number, latitude: number, longitude: number): boolean {
  return solarPosition(timeMs, latitude, longitude).cosZenith > COSINE_AT_SUNRISE;
}

function solarNoon(fromMs: number, latitude: number, longitude: number): number {
  const { hourAngle } = solarPosition(fromMs, latitude, longitude);
  const noonMs = fromMs + (hourAngle > 0 ? 360 - hourAngle : -hourAngle) * MS_PER_DEGREE;
  // The equation of time changes slightly until then.
  return noonMs - solarPosition(noonMs, latitude, longitude).hourAngle * MS_PER_DEGREE;
}

/**
 * Finds the time from `darkMs` to `lightMs` when the sun is on the horizon; NaN if it is not dark at one and light at
 * the other.
 */
function crossing(darkMs: number, lightMs: number, latitude: number, longitude: number): number {
  if (isDaylight(darkMs, latitude, longitude) || !isDaylight(lightMs, latitude, longitude)) return NaN;
  let [dark, light] = [darkMs, lightMs];
  while (Math.abs(light - dark) > 500) {
    const middle = (dark + light) / 2;
    if (isDaylight(middle, latitude, longitude)) light = middle;
    else dark = middle;
  }
  return light;
}
