import { solarPosition } from './solar-position.js';

const HOUR_MS = 3_600_000;
const HALF_DAY_MS = 12 * HOUR_MS;
const MS_PER_DEGREE = 240_000;
/** The sun's upper edge on the horizon: its radius is 16 minutes of arc, and refraction there 34 (NOAA's calculator). */
const COSINE_AT_SUNRISE = Math.cos((90.833 * Math.PI) / 180);

/** When the sun comes and goes, in milliseconds since 1970-01-01T00:00:00Z; NaN where it does not. */
export interface SunTimes {
  sunriseMs: number;
  sunsetMs: number;
}

/**
 * Sunrise and sunset of the daylight around the first solar noon at or after a moment, such as the beginning of a local
 * day: where the clocks follow the sun, both lie in that day. Neither exists in polar day and night; at their beginning
 * and end only one may. By NOAA's definition (gml.noaa.gov/grad/solcalc): the sun's centre is 0.833 degrees below the
 * horizon of the sea. Within a minute of it up to 72 degrees of latitude; near the poles refraction decides.
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
  // The equation of time moves a little until then.
  return noonMs - solarPosition(noonMs, latitude, longitude).hourAngle * MS_PER_DEGREE;
}

/** The moment between a dark end and a light one at which the sun is on the horizon; NaN where they are not that. */
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
