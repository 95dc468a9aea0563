import { type StoreGrid } from '../../model-store/format/run-manifest.js';
import { HOUR_MS } from '../request/timeline-spans.js';
import { type ModelReach } from './model-plan.js';

/** Over so many of its last hours a model gives way to the next one. */
export const FADE_HOURS = 12;
/** Over so many cells inside the border of its region. */
export const FADE_CELLS = 4;

/** How far a model answers itself, beside the one after it: 1 for all by itself, 0 for not at all. */
export interface Presence {
  inSpace: number;
  /** When nothing of it is left; Infinity where no other model has more hours. */
  endMs: number;
}

export function presenceAt({ inSpace, endMs }: Presence, timeMs: number): number {
  return Math.min(inSpace, Math.max(0, (endMs - timeMs) / (FADE_HOURS * HOUR_MS)));
}

/**
 * How far each of some models answers at a place.
 *
 * @param models in order of preference
 */
export function presencesOf(
  models: readonly ModelReach[],
  place: { latitude: number; longitude: number },
): Presence[] {
  return models.map((model, i) => {
    const isContinued = models.some(
      ({ firstMs, lastMs }) => firstMs <= model.lastMs && lastMs > model.lastMs,
    );
    const other = models.at(i + 1) ?? models.at(i - 1) ?? model;
    const cells = cellsInside(model.run.manifest.grid, other.run.manifest.grid, place);
    return {
      inSpace: models.length === 1 ? 1 : Math.min(1, cells / FADE_CELLS),
      endMs: isContinued ? model.lastMs : Infinity,
    };
  });
}

/** How far a place is from the border of a grid, in cells of the coarser one of two; Infinity where there is none. */
function cellsInside(
  grid: StoreGrid,
  other: StoreGrid,
  { latitude, longitude }: { latitude: number; longitude: number },
): number {
  const { ni, nj, latitudeFirst, longitudeFirst, latitudeIncrement, longitudeIncrement, wrapsLongitude } =
    grid;
  if (wrapsLongitude) return Infinity;
  const fromNorth = latitudeFirst - latitude;
  const fromSouth = (nj - 1) * latitudeIncrement - fromNorth;
  const turns = (longitude - longitudeFirst) / 360;
  const fromWest = (turns - Math.floor(turns)) * 360;
  const fromEast = (ni - 1) * longitudeIncrement - fromWest;
  return Math.min(
    Math.min(fromNorth, fromSouth) / Math.max(latitudeIncrement, other.latitudeIncrement),
    Math.min(fromWest, fromEast) / Math.max(longitudeIncrement, other.longitudeIncrement),
  );
}
