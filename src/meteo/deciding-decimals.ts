/**
 * The places to which values are served in metric units, of those that decide on the weather code or on whether an hour is
 * wet: what is decided on values as they are served cannot contradict them.
 */
export const DECIDING_DECIMALS = {
  precipitationIntensity: 2,
  snowAccumulation: 1,
  lightningProbability: 0,
  cloudCover: 0,
  visibility: 1,
} as const;
