/** Share of the ultraviolet radiation that passes through clouds, by cloud cover in %; linear in between. */
export const CLOUD_TRANSMISSION: readonly { coverPercent: number; share: number }[] = [
  { coverPercent: 0, share: 1 },
  { coverPercent: 43.75, share: 0.89 },
  { coverPercent: 75, share: 0.73 },
  { coverPercent: 100, share: 0.31 },
];

/** Relative increase in radiation per kilometer of altitude. */
export const ALTITUDE_GAIN_PER_KM = 0.06;

/** What the UV index depends on. */
export interface UltravioletConditions {
  /** Cosine of the angle between the sun and the zenith. */
  cosZenith: number;
  /** Total column, in Dobson units. */
  ozoneDobson: number;
  cloudCoverPercent: number;
  /** Height of the ground above sea level. */
  altitudeMetres: number;
}

/**
 * Returns the UV index, not rounded; 0 while the sun is down. Clear sky: S. Madronich, Photochem. Photobiol. 83, 2007.
 * Clouds: the factors of the US Environmental Protection Agency and the National Weather Service for scattered (3 to 4
 * oktas), broken (5 to 7) and overcast skies, placed at the middle of each class.
 */
export function uvIndex(conditions: UltravioletConditions): number {
  const { cosZenith, ozoneDobson, cloudCoverPercent, altitudeMetres } = conditions;
  // Missing values give NaN at night, too.
  if (cosZenith <= 0 && ozoneDobson > 0 && cloudCoverPercent >= 0) return 0;
  const clearSky = 12.5 * Math.max(cosZenith, 0) ** 2.42 * (ozoneDobson / 300) ** -1.23;
  const altitudeFactor = 1 + ALTITUDE_GAIN_PER_KM * Math.max(altitudeMetres / 1000, 0);
  return clearSky * altitudeFactor * cloudTransmission(cloudCoverPercent);
}

/** Returns the share (0.31..1) of the ultraviolet radiation that passes through a cloud cover in %. */
function cloudTransmission(coverPercent: number): number {
  let upper = 1;
  while (upper < CLOUD_TRANSMISSION.length - 1 && coverPercent > CLOUD_TRANSMISSION[upper].coverPercent)
    upper++;
  const [before, after] = [CLOUD_TRANSMISSION[upper - 1], CLOUD_TRANSMISSION[upper]];
  const position = (coverPercent - before.coverPercent) / (after.coverPercent - before.coverPercent);
  return before.share + position * (after.share - before.share);
}
