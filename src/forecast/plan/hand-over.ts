import { HOUR_MS } from '../../core/time/index.js';
import type { StoreGrid } from '../../store/format/index.js';
import { locate } from '../../store/read/index.js';
import { type ModelReach, type Place } from './model-plan.js';

/** A run whose grid stands for that of its model. */
export type OnGrid = Pick<ModelReach, 'run'>;

/** Hours before its end over which a model fades. */
const FADE_HOURS = 12;
/** Grid cells inside the border of its region over which a model fades. */
const FADE_CELLS = 4;

/** How much of a model is left of 1 where it, or its region, ends. */
export interface Presence {
  inSpace: number;
  /** When it reaches 0; Infinity if no other model extends further. */
  endMs: number;
  /** Whether newer runs are overdue: the model only has what the others leave. */
  isLate?: boolean;
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
  return models.map((model) => {
    const isContinued = models.some(
      ({ firstMs, lastMs }) => firstMs <= model.lastMs && lastMs > model.lastMs,
    );
    return {
      inSpace: inSpaceOf(model, models, place),
      endMs: isContinued ? model.lastMs : Infinity,
    };
  });
}

/**
 * 0 on the border of a model's grid, 1 far enough inside it. A border beyond which no other grid continues does not
 * count.
 *
 * @param models in order of preference
 */
export function inSpaceOf(model: OnGrid, models: readonly OnGrid[], place: Place): number {
  const { grid } = model.run.manifest;
  if (grid.wrapsLongitude || models.length === 1) return 1;
  const i = models.indexOf(model);
  const others = [...models.slice(i + 1), ...models.slice(0, i)].map(({ run }) => run.manifest.grid);
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
