import { type PrecipitationType } from './precipitation-type.js';
import { servedIn } from './served-values.js';
import { type UnitSystem } from './units.js';
import { type WeatherCode } from './weather-codes.js';

/** A code that holds from a value on, up to that of the next. */
export interface Threshold {
  code: WeatherCode;
  from: number;
}

/** By the served cloud cover in %: eighths of the sky, parted half way between whole ones, as Pirate Weather does. */
export const CLOUD_THRESHOLDS: readonly Threshold[] = [
  { code: 1000, from: 0 },
  { code: 1100, from: 13 },
  { code: 1101, from: 38 },
  { code: 1102, from: 63 },
  { code: 1001, from: 88 },
];

/** By the served visibility in km, where nothing falls; fog as WMO defines it. From the last one on there is none. */
export const FOG_THRESHOLDS = { fogBelowKm: 1, lightFogBelowKm: 2 } as const;

/**
 * By the served intensity in mm/h of water, for each type. Drizzle ends where WMO calls it heavy; rain and snow are parted
 * as WMO does (WMO-No. 8, part I, chapter 14, annex: 2.5 and 10, 1 and 5); what freezes or comes as pellets, as rain. Snow
 * of less than a tenth of an inch of depth in the hour is flurries.
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

const SERVED = { metric: servedForms('metric'), imperial: servedForms('imperial') };

/** What an hour's code follows from, in metric units, not rounded; NaN where missing. */
export interface WeatherOfHour {
  intensity: number;
  type: PrecipitationType;
  snowAccumulation: number;
  lightningProbability: number;
  cloudCover: number;
  visibility: number;
}

/**
 * The weather code of an hour. It is decided on the values as they are served, in the units they are served in, so that
 * it cannot contradict them: precipitation exactly where the served intensity is not 0, snow exactly where the served
 * snow is not 0, thunder only in rain, fog and clouds only where it is dry. NaN where the intensity is missing, or the
 * cloud cover of a dry hour without fog.
 */
export function weatherCode(hour: WeatherOfHour, units: UnitSystem): number {
  const { intensity, type, snowAccumulation, lightningProbability } = hour;
  if (Number.isNaN(intensity)) return NaN;
  const served = SERVED[units];
  if (served.intensity(intensity) === 0) return dryCode(hour);
  const hasSnow = served.snowAccumulation(snowAccumulation) > 0;
  // Snow too little to be served with what melts of it is rain.
  const falls = type === 'snow' && !hasSnow ? 'rain' : type;
  const thunders = served.lightningProbability(lightningProbability) >= THUNDERSTORM_FROM_PERCENT;
  if (falls === 'rain' && thunders) return 8000;
  return reached(PRECIPITATION_THRESHOLDS[falls], SERVED.metric.intensity(intensity));
}

function dryCode({ visibility, cloudCover }: WeatherOfHour): number {
  const servedKm = SERVED.metric.visibility(visibility);
  if (servedKm < FOG_THRESHOLDS.fogBelowKm) return 2000;
  if (servedKm < FOG_THRESHOLDS.lightFogBelowKm) return 2100;
  const cover = SERVED.metric.cloudCover(cloudCover);
  return Number.isNaN(cover) ? NaN : reached(CLOUD_THRESHOLDS, cover);
}

function servedForms(units: UnitSystem) {
  return {
    intensity: servedIn('precipitationIntensity', units),
    snowAccumulation: servedIn('snowAccumulation', units),
    lightningProbability: servedIn('lightningProbability', units),
    cloudCover: servedIn('cloudCover', units),
    visibility: servedIn('visibility', units),
  };
}

function reached(thresholds: readonly Threshold[], value: number): WeatherCode {
  let code = thresholds[0].code;
  for (const threshold of thresholds) if (value >= threshold.from) code = threshold.code;
  return code;
}
