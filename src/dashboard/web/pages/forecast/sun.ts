import { DAY_MS } from '../../ui/durations.ts';

const RADIANS = Math.PI / 180;
const J2000_MS = Date.UTC(2000, 0, 1, 12);
/** Altitude of the sun's center when its upper edge touches the horizon, including refraction. */
const HORIZON_DEGREES = -0.833;

const sin = (degrees: number) => Math.sin(degrees * RADIANS);
const cos = (degrees: number) => Math.cos(degrees * RADIANS);

/** Whether the sun is up, accurate to a minute or two; uses the Astronomical Almanac's low-precision formulas. */
export function isSunUp(lat: number, lon: number, timeMs: number): boolean {
  const days = (timeMs - J2000_MS) / DAY_MS;
  const anomaly = 357.528 + 0.9856003 * days;
  const longitude = 280.46 + 0.9856474 * days + 1.915 * sin(anomaly) + 0.02 * sin(2 * anomaly);
  const obliquity = 23.439 - 0.0000004 * days;
  const ascension = Math.atan2(cos(obliquity) * sin(longitude), cos(longitude)) / RADIANS;
  const sinDeclination = sin(obliquity) * sin(longitude);
  const siderealDegrees = 280.46062 + 360.98564737 * days;
  const hourAngle = siderealDegrees + lon - ascension;
  const sinHeight =
    sin(lat) * sinDeclination + cos(lat) * Math.sqrt(1 - sinDeclination ** 2) * cos(hourAngle);
  return sinHeight > sin(HORIZON_DEGREES);
}
