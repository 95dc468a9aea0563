/** Winds below this (m/s) are calm: what is left of opposite winds between two grid points has no direction. */
const CALM_MS = 1e-6;

const DEGREES_PER_RADIAN = 180 / Math.PI;

/** The speed of a wind with the components u (towards the east) and v (towards the north), in their unit. */
export function windSpeed(u: number, v: number): number {
  return Math.sqrt(u * u + v * v);
}

/**
 * Where a wind comes from, in degrees clockwise from true north, 0 up to but without 360; 0 for a calm.
 *
 * @param u towards the east, m/s
 * @param v towards the north, m/s
 */
export function windDirection(u: number, v: number): number {
  if (windSpeed(u, v) < CALM_MS) return 0;
  const degrees = Math.atan2(-u, -v) * DEGREES_PER_RADIAN;
  // The sum of a tiny negative angle and 360 is 360, which the modulus turns into 0.
  return degrees < 0 ? (degrees + 360) % 360 : degrees;
}
