const RADIUS_KM = 100;
const MOST_METRES = 300;
/** Nearer stations don't count for more. */
const NEAREST_KM = 5;

/** What is known at a station near a place. */
export interface NearCorrection {
  readonly distanceKm: number;
  /** How much higher the station is than the place. */
  readonly metres: number;
  readonly value: number;
}

/**
 * Carries corrections to a place between stations: their mean, weighted by the inverse of the distance and by the height,
 * which fades to none at 100 km or 300 m from the nearest. Nothing jumps where a station comes into reach.
 *
 * @returns the correction, and the share of each station in it
 */
export function carryCorrections(near: readonly NearCorrection[]): { value: number; shares: number[] } {
  const fits = near.map(
    ({ distanceKm, metres }) =>
      Math.max(0, 1 - distanceKm / RADIUS_KM) * Math.max(0, 1 - Math.abs(metres) / MOST_METRES),
  );
  const weights = near.map(({ distanceKm }, i) => fits[i] / Math.max(distanceKm, NEAREST_KM));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const reach = Math.max(0, ...fits);
  if (total === 0) return { value: 0, shares: near.map(() => 0) };
  const shares = weights.map((weight) => (reach * weight) / total);
  return { value: near.reduce((sum, { value }, i) => sum + shares[i] * value, 0), shares };
}
