import type { StoreGrid } from '../../store/format/index.js';
import { locate } from '../../store/read/index.js';
import { HOUR_MS } from '../request/timeline-spans.js';
import { type ModelReach } from './model-plan.js';

/** Hours before its end over which a model fades into the next one. */
const FADE_HOURS = 12;
/** Grid cells inside the border of its region over which a model fades into the next one. */
const FADE_CELLS = 4;

/** A model's weight against the models after it: 1 if it provides everything, 0 if nothing. */
export interface Presence {
  inSpace: number;
  /** When its weight reaches 0; Infinity if no other model extends further. */
  endMs: number;
}

interface Place {
  latitude: number;
  longitude: number;
}

export function presenceAt({ inSpace, endMs }: Presence, timeMs: number): number {
  return Math.min(inSpace, Math.max(0, (endMs - timeMs) / (FADE_HOURS * HOUR_MS)));
}

/**
 * Calculates the presence of each model at a place.
 *
 * @param models in order of preference
 */
export function presencesOf(models: readonly ModelReach[], place: Place): Presence[] {
  return models.map((model, i) => {
    const others = [...models.slice(i + 1), ...models.slice(0, i)];
    const isContinued = others.some(
      ({ firstMs, lastMs }) => firstMs <= model.lastMs && lastMs > model.lastMs,
    );
    return {
      inSpace: inSpaceOf(
        model.run.manifest.grid,
        others.map(({ run }) => run.manifest.grid),
        place,
      ),
      endMs: isContinued ? model.lastMs : Infinity,
    };
  });
}

/** 0 on the border of a grid, 1 far enough inside it. A border beyond which no other grid continues does not count. */
function inSpaceOf(grid: StoreGrid, others: readonly StoreGrid[], place: Place): number {
  if (grid.wrapsLongitude || others.length === 0) return 1;
  const { latitude, longitude } = place;
  const turns = (longitude - grid.longitudeFirst) / 360;
  const fromWest = (turns - Math.floor(turns)) * 360;
  const fromEast = (grid.ni - 1) * grid.longitudeIncrement - fromWest;
  const fromNorth = grid.latitudeFirst - latitude;
  const fromSouth = (grid.nj - 1) * grid.latitudeIncrement - fromNorth;
  const cellOf = (one: StoreGrid) => ({
    latitude: Math.max(grid.latitudeIncrement, one.latitudeIncrement),
    longitude: Math.max(grid.longitudeIncrement, one.longitudeIncrement),
  });
  const edges = [
    { axis: 'longitude', degrees: fromWest, towards: -1 },
    { axis: 'longitude', degrees: fromEast, towards: 1 },
    { axis: 'latitude', degrees: fromNorth, towards: 1 },
    { axis: 'latitude', degrees: fromSouth, towards: -1 },
  ] as const;
  const shares = edges.map(({ axis, degrees, towards }) => {
    const next = others.find((other) => {
      const outside = { ...place };
      outside[axis] += towards * (degrees + cellOf(other)[axis] / 2);
      return locate(other, outside.latitude, outside.longitude) !== undefined;
    });
    return next ? degrees / (FADE_CELLS * cellOf(next)[axis]) : 1;
  });
  return Math.max(0, Math.min(1, ...shares));
}
