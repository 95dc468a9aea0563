import { inSpaceOf } from './hand-over.js';
import { type ModelReach, type Place, terrainOf } from './model-plan.js';

/**
 * The height of a place in meters above sea level, which depends on nothing else: the terrain of the most preferred
 * model whose grid contains it, faded to that of the next one near the border of that grid. Undefined if no terrain is
 * known.
 *
 * @param models in order of preference
 */
export function placeHeight(models: readonly ModelReach[], place: Place): number | undefined {
  let first: number | undefined;
  let [sum, total] = [0, 0];
  for (const model of models) {
    const terrain = terrainOf(model, place);
    if (Number.isNaN(terrain)) continue;
    first ??= terrain;
    const inSpace = inSpaceOf(model, models, place);
    const share = (1 - total) * inSpace;
    sum += share * terrain;
    total += share;
    if (inSpace === 1) break;
  }
  return total > 0 ? sum / total : first;
}
