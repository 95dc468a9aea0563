import { type Model } from './model.js';
import { runBeginsAt, runDueAt, runKindOf } from './run-times.js';

/** What the service ingests of a model, and from where. */
export interface ModelTarget {
  model: Model;
  /** One of the model's resolutions, by its name. */
  resolution: string;
  /** The last step, in hours after the run. */
  maxStepHours: number;
  /** Without a trailing slash; the preferred one first, then its mirrors. */
  baseUrls: readonly string[];
}

/**
 * Returns the steps of a whole run, in hours after it, ascending.
 * @param run undefined for the longest run
 */
export function stepsOf(
  { model, resolution, maxStepHours }: Pick<ModelTarget, 'model' | 'resolution' | 'maxStepHours'>,
  run?: Date,
): number[] {
  const ofRun = run && runKindOf(model, run)?.lastStepHours;
  const last = Math.min(maxStepHours, ofRun ?? Infinity);
  return stepTable(model, resolution).filter((step) => step <= last);
}

/** Returns when a step of a run is usually there: the steps appear evenly, from the first to the last. */
export function stepDueAt(
  { model, resolution }: Pick<ModelTarget, 'model' | 'resolution'>,
  run: Date,
  stepHours: number,
): Date {
  const steps = stepsOf({ model, resolution, maxStepHours: Infinity }, run);
  const [beginsMs, dueMs] = [runBeginsAt(model, run), runDueAt(model, run)].map((time) => time.getTime());
  return new Date(beginsMs + (steps.indexOf(stepHours) / (steps.length - 1)) * (dueMs - beginsMs));
}

/**
 * Returns the approximate download size of a whole run; if several products will do, that of the largest. Undefined if
 * the model doesn't specify it.
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

/** Returns every step that the source publishes for any run, in hours after it, ascending. */
export function stepTable(model: Model, resolution: string): number[] {
  const steps = [0];
  for (const { everyHours, untilHours } of model.resolutions[resolution].steps)
    for (let step = steps[steps.length - 1] + everyHours; step <= untilHours; step += everyHours)
      steps.push(step);
  return steps;
}
