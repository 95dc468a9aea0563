import { type Model } from './model.js';
import { MODELS } from './models.js';

/** What the service takes of a model, and from where. */
export interface ModelTarget {
  model: Model;
  /** One of the model's resolutions, by its name. */
  resolution: string;
  /** The last step, in hours after the run. */
  maxStepHours: number;
  /** Without a final slash; the preferred one first, then its mirrors. */
  baseUrls: string[];
}

/** The settings that say so, as the configuration holds them. */
export interface ModelSettings {
  gfsBaseUrls: string[];
  gfsResolution: string;
  gfsMaxStepHours: number;
}

/** Every model that the settings let the service take, in the order in which the models are preferred. */
export function modelTargets({ gfsBaseUrls, gfsResolution, gfsMaxStepHours }: ModelSettings): ModelTarget[] {
  return [
    { model: MODELS.gfs, resolution: gfsResolution, maxStepHours: gfsMaxStepHours, baseUrls: gfsBaseUrls },
  ];
}

/** The steps of a whole run, in hours after it. */
export function stepsOf({
  model,
  resolution,
  maxStepHours,
}: Pick<ModelTarget, 'model' | 'resolution' | 'maxStepHours'>): number[] {
  return model.resolutions[resolution].steps(maxStepHours);
}
