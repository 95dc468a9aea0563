import { HOUR_MS, MINUTE_MS } from '../../core/time/index.js';
import type { ObservedField } from '../../weather/observations/index.js';

/** A report farther away, older or this much higher or lower than the place says nothing about it. */
export const REACH = { distanceKm: 100, ageMs: 90 * MINUTE_MS, riseMetres: 300 };
/** What varies within a few kilometers is only carried over from this near. */
const NEAR = { distanceKm: 25, ageMs: 60 * MINUTE_MS, riseMetres: Infinity };
/** Within this, the report is that of the place. */
const SAME = { distanceKm: 2, ageMs: 20 * MINUTE_MS, riseMetres: 30 };

/** The distances at which the weight of a report has fallen to 1/e. */
const FADE_KM = 50;
const FADE_METRES = 150;
/** After this time, 1/e of the model's error is left (INCA, HKO and FMI use 1 to 6 hours). */
const FADE_MS = {
  temperature: 3 * HOUR_MS,
  dewPoint: 3 * HOUR_MS,
  pressureSurfaceLevel: 3 * HOUR_MS,
  windSpeed: 1.5 * HOUR_MS,
} as const satisfies Partial<Record<ObservedField, number>>;

/** Values that fade from a report into the forecast. */
export type FadingField = keyof typeof FADE_MS;

/** How far a report is from the place and the time that it is used for. */
export interface Separation {
  distanceKm: number;
  ageMs: number;
  /** Meters from the station up to the place; 0 if the height of the place is unknown. */
  riseMetres: number;
}

/** Returns the share (0..1) of the model's error at the station that is expected at the place. */
export function weightOf(field: FadingField, { distanceKm, ageMs, riseMetres }: Separation): number {
  return Math.exp(-ageMs / FADE_MS[field] - (distanceKm / FADE_KM) ** 2 - (riseMetres / FADE_METRES) ** 2);
}

export const isWithinReach = (separation: Separation) => isWithin(separation, REACH);
export const isNear = (separation: Separation) => isWithin(separation, NEAR);
export const isSamePlace = (separation: Separation) => isWithin(separation, SAME);

function isWithin(separation: Separation, limits: Separation): boolean {
  return (
    separation.distanceKm <= limits.distanceKm &&
    separation.ageMs <= limits.ageMs &&
    Math.abs(separation.riseMetres) <= limits.riseMetres
  );
}
