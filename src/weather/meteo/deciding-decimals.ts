/**
 * Decimals, as served in metric units, of the values that determine the weather code and whether an hour is wet.
 * Deciding by values as they are served ensures that the decision does not contradict them.
 */
export const DECIDING_DECIMALS = {
  precipitationIntensity: 2,
  snowAccumulation: 1,
  lightningProbability: 0,
  cloudCover: 0,
  visibility: 1,
} as const;
