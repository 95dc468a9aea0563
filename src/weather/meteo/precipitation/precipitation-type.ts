import { wetBulb } from '../air/humidity.js';

/** The types of precipitation that are distinguished. */
export type PrecipitationType = 'rain' | 'snow' | 'freezingRain' | 'icePellets';

/** The type of precipitation, and the share of it that is snow. */
export interface PrecipitationForm {
  type: PrecipitationType;
  /** 0..1 of the water; 0 unless the type is snow. */
  snowShare: number;
}

/** The evidence for the form of precipitation; NaN where the source has no value. */
export interface FormEvidence {
  rainFlag: number;
  snowFlag: number;
  freezingRainFlag: number;
  icePelletsFlag: number;
  /** Percent of the precipitation that is frozen; below 0 where nothing falls. */
  frozenPercent: number;
  air: Air;
}

/** The air 2 m above the ground. */
export interface Air {
  celsius: number;
  humidityPercent: number;
  /** At the ground; NaN to use the standard atmosphere at sea level. */
  pressureHpa: number;
}

const STANDARD_PRESSURE_HPA = 1013.25;

/** Beyond this height difference (m) from the source's terrain, its own types of precipitation do not apply. */
export const OWN_TERRAIN_METRES = 100;

/** Precipitation of which at least this share is frozen is snow. */
export const SNOW_FROM_SHARE = 0.5;

/** Threshold for flags, which are 0 or 1. */
const FLAG_IS_SET = 0.5;

/** What the source's own types must fit: freezing rain and ice pellets are not warmer, and snow has a lower wet bulb. */
export const FREEZING_TO_CELSIUS = 1;
export const SNOW_BELOW_WET_BULB = 2;

/**
 * Returns the form of an hour's precipitation: from the source's own types, the most severe first; if it names none (or
 * both rain and snow), from its frozen share. If that doesn't fit the air, or there is neither, from the wet-bulb
 * temperature. There is always one.
 */
export function precipitationForm(evidence: FormEvidence): PrecipitationForm {
  const form = ownForm(evidence);
  return form && fits(form, evidence.air) ? form : formOfShare(frozenShareOf(evidence.air));
}

/** Undefined if the source has no type. */
function ownForm(evidence: FormEvidence): PrecipitationForm | undefined {
  if (evidence.freezingRainFlag >= FLAG_IS_SET) return { type: 'freezingRain', snowShare: 0 };
  if (evidence.icePelletsFlag >= FLAG_IS_SET) return { type: 'icePellets', snowShare: 0 };
  const rains = evidence.rainFlag >= FLAG_IS_SET;
  const snows = evidence.snowFlag >= FLAG_IS_SET;
  if (rains && !snows) return { type: 'rain', snowShare: 0 };
  const { frozenPercent, air } = evidence;
  if (!snows && !(frozenPercent >= 0)) return undefined;
  const share = frozenPercent >= 0 ? frozenPercent / 100 : frozenShareOf(air);
  // If the source says snow although most of it is liquid, it is snow, with half of the water as snow.
  return formOfShare(snows && !rains ? Math.max(share, SNOW_FROM_SHARE) : share);
}

function formOfShare(share: number): PrecipitationForm {
  return share >= SNOW_FROM_SHARE ? { type: 'snow', snowShare: share } : { type: 'rain', snowShare: 0 };
}

/** Whether there can be such precipitation in some air. What is not known of the air doesn't count. */
function fits({ type }: PrecipitationForm, { celsius, humidityPercent, pressureHpa }: Air): boolean {
  if (type === 'rain') return true;
  if (type !== 'snow') return !(celsius > FREEZING_TO_CELSIUS);
  // The wet bulb is never above the temperature.
  return (
    celsius < SNOW_BELOW_WET_BULB ||
    !(wetBulb(celsius, humidityPercent, pressureOr(pressureHpa)) >= SNOW_BELOW_WET_BULB)
  );
}

/**
 * Returns the frozen share (0..1) of precipitation, one half at a wet-bulb temperature of 0.8 °C: Y.-H. Wang and
 * others, Geophys. Res. Lett. 46, 2019, equation 1. Missing values count as rain.
 */
export function frozenShareOf({ celsius, humidityPercent, pressureHpa }: Air): number {
  const wet = wetBulb(celsius, humidityPercent, pressureOr(pressureHpa));
  const share = 1 / (1 + 6.99e-5 * Math.exp(2 * (wet + 3.97)));
  return Number.isNaN(share) ? 0 : share;
}

function pressureOr(hectopascals: number): number {
  return Number.isNaN(hectopascals) ? STANDARD_PRESSURE_HPA : hectopascals;
}
