import { locate, StoredPoint, type StoredRun } from '../../store/read/index.js';
import type { Model } from '../../weather/models/index.js';
import { inSpaceOf, type OnGrid } from './hand-over.js';
import { type Place } from './model-plan.js';

/**
 * The height of a place in meters above sea level, which depends on nothing else: the terrain of the most preferred
 * model whose grid contains it, faded to that of the next one near the border of that grid. Undefined if no terrain is
 * known.
 *
 * @param models in order of preference
 * @param runs newest first, and the terrains that are kept
 */
export function placeHeight(
  models: readonly Model[],
  runs: readonly StoredRun[],
  place: Place,
): number | undefined {
  const grounds = models.flatMap((model) => groundOf(model, runs, place) ?? []);
  let first: number | undefined;
  let [sum, total] = [0, 0];
  for (const ground of grounds) {
    const point = StoredPoint.at(ground.run, place.latitude, place.longitude)!;
    const terrain = point.staticValue('terrainHeight');
    if (Number.isNaN(terrain)) continue;
    first ??= terrain;
    const inSpace = inSpaceOf(ground, grounds, place);
    const share = (1 - total) * inSpace;
    sum += share * terrain;
    total += share;
    if (inSpace === 1) break;
  }
  return total > 0 ? sum / total : first;
}

/** The terrain that is kept of a model, whichever runs are there; without one, its newest run that has one. */
function groundOf(
  model: Model,
  runs: readonly StoredRun[],
  { latitude, longitude }: Place,
): OnGrid | undefined {
  if (model.ensemble) return undefined;
  const isGround = ({ manifest }: StoredRun) =>
    manifest.model === model.name &&
    manifest.statics.some(({ name }) => name === 'terrainHeight') &&
    locate(manifest.grid, latitude, longitude) !== undefined;
  const run = runs.find((one) => one.isTerrain && isGround(one)) ?? runs.find(isGround);
  return run && { run };
}
