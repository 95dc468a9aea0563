import { type Configuration } from '../config/configuration.js';
import { MODELS } from '../models/models.js';
import { type IngestRequest } from './ingest-request.js';

/** What the service takes every run of: a request without the run and its steps. */
export type IngestTarget = Omit<IngestRequest, 'run' | 'steps' | 'clockSkewMs'>;

export function ingestTarget(configuration: Configuration): IngestTarget {
  const { gfsResolution, gfsMaxStepHours, dataDirectory, runsDirectory, runsKept } = configuration;
  return {
    model: MODELS.gfs,
    resolution: gfsResolution,
    maxStepHours: gfsMaxStepHours,
    dataDirectory,
    runsDirectory,
    runsKept,
  };
}

/** The steps of a complete run. */
export function targetSteps({ model, resolution, maxStepHours }: IngestTarget): number[] {
  return model.resolutions[resolution].steps(maxStepHours);
}
