/**
 * Flashes per J kg-1 of CAPE and kg of precipitation: D. M. Romps and others, Science 346, 2014, whose proxy is CAPE ×
 * precipitation rate × 1.3e-11 (the efficiency divided by the energy of a flash).
 */
const FLASHES_PER_JOULE = 1.3e-11;
/** "Nearby" is within 10 miles, as in aviation and for the 30/30 rule. */
export const NEARBY_KM = 16;
const NEARBY_M2 = Math.PI * (NEARBY_KM * 1000) ** 2;
/** Flashes cluster in storms; what counts is whether there is a storm. */
export const FLASHES_PER_STORM = 20;
/** Minimum precipitation (mm) assumed nearby, since storms are smaller than the grid cells of a model. */
export const LEAST_PRECIPITATION_MM = 0.05;
/** Convective inhibition (J kg-1) that reduces the expected flashes to 1/e. */
export const INHIBITION_SCALE = 100;
/** Lifted index (K) from which the air is too stable for thunderstorms; at 0 and below it is unstable. */
export const STABLE_LIFTED_INDEX_K = 4;

/**
 * Estimates the probability (0..100, not calibrated) of lightning within 16 km in an hour. The expected flashes of
 * Romps's proxy, reduced by inhibition and stability, come in storms of 20; the result is the probability of at least
 * one storm (Poisson). NaN if CAPE or precipitation is missing; missing inhibition or lifted index reduces nothing.
 *
 * @param cape convective available potential energy of air from the surface, J kg-1
 * @param inhibition convective inhibition, J kg-1, 0 or negative
 * @param liftedIndex K, negative where unstable
 * @param precipitationMm precipitation of the hour
 */
export function lightningProbability(
  cape: number,
  inhibition: number,
  liftedIndex: number,
  precipitationMm: number,
): number {
  const waterMm = Math.max(precipitationMm, LEAST_PRECIPITATION_MM);
  const flashes = FLASHES_PER_JOULE * NEARBY_M2 * cape * waterMm;
  const stability = liftedIndex > 0 ? Math.max(1 - liftedIndex / STABLE_LIFTED_INDEX_K, 0) : 1;
  if (flashes * stability === 0) return 0;
  const inhibited = inhibition < 0 ? Math.exp(inhibition / INHIBITION_SCALE) : 1;
  return 100 * (1 - Math.exp((-flashes * inhibited * stability) / FLASHES_PER_STORM));
}
