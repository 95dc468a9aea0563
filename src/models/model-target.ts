import { type Model } from './model.js';
import { runKindOf } from './run-times.js';

/** What the service takes of a model, and from where. */
export interface ModelTarget {
  model: Model;
  /** One of the model's resolutions, by its name. */
  resolution: string;
  /** The last step, in hours after the run. */
  maxStepHours: number;
  /** Without a final slash; the preferred one first, then its mirrors. */
  baseUrls: readonly string[];
}

/**
 * The steps of a whole run, in hours after it, ascending.
 * @param run undefined for those of the longest run
 */
export function stepsOf(
  { model, resolution, maxStepHours }: Pick<ModelTarget, 'model' | 'resolution' | 'maxStepHours'>,
  run?: Date,
): number[] {
  const ofRun = run && runKindOf(model, run)?.lastStepHours;
  const last = Math.min(maxStepHours, ofRun ?? Infinity);
  return stepTable(model, resolution).filter((step) => step <= last);
}

/**
 * What a whole run is to download, roughly: where several products will do, that of the largest. Undefined where the
 * model's facts do not tell.
 */
export function downloadBytes({
  model,
  resolution,
  maxStepHours,
}: Pick<ModelTarget, 'model' | 'resolution' | 'maxStepHours'>): number | undefined {
  const known = model.resolutions[resolution].products.flatMap(({ stepBytes = [] }) => stepBytes);
  if (known.length === 0) return undefined;
  const files = model.ensemble?.members.length ?? 1;
  return stepsOf({ model, resolution, maxStepHours }).length * files * Math.max(...known);
}

/** Every step that the source publishes of some run, in hours after it, ascending. */
export function stepTable(model: Model, resolution: string): number[] {
  const steps = [0];
  for (const { everyHours, untilHours } of model.resolutions[resolution].steps)
    for (let step = steps[steps.length - 1] + everyHours; step <= untilHours; step += everyHours)
      steps.push(step);
  return steps;
}
