import { isMeasurable } from './precipitation/measurable.js';
import { type PrecipitationType } from './precipitation/precipitation-type.js';
import { DECIDING_DECIMALS } from './deciding-decimals.js';
import { roundHalfUp } from './rounding.js';
import { type WeatherCode } from './weather-codes.js';

/** A code that applies from a value up to that of the next threshold. */
export interface Threshold {
  code: WeatherCode;
  from: number;
}

/** By served cloud cover in %: eighths of the sky, split halfway between whole ones, as Pirate Weather does. */
export const CLOUD_THRESHOLDS: readonly Threshold[] = [
  { code: 1000, from: 0 },
  { code: 1100, from: 13 },
  { code: 1101, from: 38 },
  { code: 1102, from: 63 },
  { code: 1001, from: 88 },
];

/** By served visibility in km, if nothing falls; fog as defined by WMO. From the last threshold on, there is no fog. */
export const FOG_THRESHOLDS = { fogBelowKm: 1, lightFogBelowKm: 2 } as const;

/**
 * By served intensity in mm/h of water, for each type; the first code applies from MEASURABLE_MM. Drizzle ends where
 * WMO calls it heavy. Rain and snow are split as WMO does (WMO-No. 8, part I, chapter 14, annex: 2.5 and 10, 1 and 5),
 * freezing rain and ice pellets like rain. Snow of less than a tenth of an inch of depth in the hour is flurries.
 */
export const PRECIPITATION_THRESHOLDS: Record<PrecipitationType, readonly Threshold[]> = {
  rain: [
    { code: 4000, from: 0 },
    { code: 4200, from: 0.5 },
    { code: 4001, from: 2.5 },
    { code: 4201, from: 10 },
  ],
  snow: [
    { code: 5001, from: 0 },
    { code: 5100, from: 0.25 },
    { code: 5000, from: 1 },
    { code: 5101, from: 5 },
  ],
  freezingRain: [
    { code: 6000, from: 0 },
    { code: 6200, from: 0.5 },
    { code: 6001, from: 2.5 },
    { code: 6201, from: 10 },
  ],
  icePellets: [
    { code: 7102, from: 0 },
    { code: 7000, from: 2.5 },
    { code: 7101, from: 10 },
  ],
};

/** A thunderstorm is rain with at least this probability of lightning, in %. */
export const THUNDERSTORM_FROM_PERCENT = 50;

/** Inputs of an hour's weather code, in metric units, not rounded; NaN where missing. */
export interface WeatherOfHour {
  intensity: number;
  type: PrecipitationType;
  lightningProbability: number;
  cloudCover: number;
  visibility: number;
}

/**
 * Returns the weather code of an hour. It is decided by the values as served in metric units, so that it is the same in
 * both unit systems and cannot contradict them: precipitation exactly if it is measurable, thunder only in rain, fog
 * and clouds only if it is dry. NaN if the intensity is missing, or the cloud cover of a dry hour without fog.
 */
export function weatherCode(hour: WeatherOfHour): number {
  const { intensity, type, lightningProbability } = hour;
  if (Number.isNaN(intensity)) return NaN;
  if (!isMeasurable(intensity, type)) return dryCode(hour);
  const thunders =
    roundHalfUp(lightningProbability, DECIDING_DECIMALS.lightningProbability) >= THUNDERSTORM_FROM_PERCENT;
  if (type === 'rain' && thunders) return 8000;
  return reached(
    PRECIPITATION_THRESHOLDS[type],
    roundHalfUp(intensity, DECIDING_DECIMALS.precipitationIntensity),
  );
}

function dryCode({ visibility, cloudCover }: WeatherOfHour): number {
  const servedKm = roundHalfUp(visibility, DECIDING_DECIMALS.visibility);
  if (servedKm < FOG_THRESHOLDS.fogBelowKm) return 2000;
  if (servedKm < FOG_THRESHOLDS.lightFogBelowKm) return 2100;
  const cover = roundHalfUp(cloudCover, DECIDING_DECIMALS.cloudCover);
  return Number.isNaN(cover) ? NaN : reached(CLOUD_THRESHOLDS, cover);
}

function reached(thresholds: readonly Threshold[], value: number): WeatherCode {
  let code = thresholds[0].code;
  for (const threshold of thresholds) if (value >= threshold.from) code = threshold.code;
  return code;
}
