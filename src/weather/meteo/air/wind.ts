/** Winds below this (m/s) are calm: the residue of opposite winds between two grid points has no direction. */
export const CALM_MS = 1e-6;

const DEGREES_PER_RADIAN = 180 / Math.PI;

/** Returns the speed of a wind with components u (eastward) and v (northward), in their unit. */
export function windSpeed(u: number, v: number): number {
  return Math.sqrt(u * u + v * v);
}

/**
 * Returns where a wind comes from, in degrees clockwise from true north, from 0 to below 360; 0 if calm.
 *
 * @param u eastward component, m/s
 * @param v northward component, m/s
 */
export function windDirection(u: number, v: number): number {
  if (windSpeed(u, v) < CALM_MS) return 0;
  const degrees = Math.atan2(-u, -v) * DEGREES_PER_RADIAN;
  // A tiny negative angle plus 360 rounds to 360, which the modulo turns into 0.
  return degrees < 0 ? (degrees + 360) % 360 : degrees;
}
