/**
 * Flashes for each joule of CAPE (J kg-1) and each kg of precipitation: D. M. Romps and others, Science 346, 2014, whose
 * proxy is CAPE × precipitation rate × 1.3e-11 (the efficiency over the energy of a flash).
 */
const FLASHES_PER_JOULE = 1.3e-11;
/** "Nearby" is within 10 miles, as in aviation and for the 30/30 rule. */
export const NEARBY_KM = 16;
const NEARBY_M2 = Math.PI * (NEARBY_KM * 1000) ** 2;
/** Flashes come in storms; what counts is whether there is one. */
export const FLASHES_PER_STORM = 20;
/** Storms are smaller than a model's cells: this much (mm) is taken to fall somewhere near. */
export const LEAST_PRECIPITATION_MM = 0.05;
/** Inhibition (J kg-1) at which the expectation falls to 1/e. */
export const INHIBITION_SCALE = 100;
/** Lifted index (K) from which the air is too stable for thunderstorms; at 0 and below it is unstable. */
export const STABLE_LIFTED_INDEX_K = 4;

/**
 * The probability (0..100) of lightning within 16 km in an hour: an estimate that is not calibrated. The expected
 * flashes of Romps' proxy, damped by inhibition and stability, come in storms of 20; the probability is that of at least
 * one (Poisson). NaN where CAPE or the precipitation is missing; missing inhibition or lifted index damp nothing.
 *
 * @param cape convective available potential energy of air from the surface, J kg-1
 * @param inhibition convective inhibition, J kg-1, 0 or negative
 * @param liftedIndex K, negative where unstable
 * @param precipitationMm of the hour
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
