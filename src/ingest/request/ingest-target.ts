import { join } from 'node:path';
import { type Configuration } from '../../config/configuration.js';
import { type ModelTarget } from '../../models/model-target.js';
import { type IngestRequest } from './ingest-request.js';

/** What the service takes every run of: a request without the run and its steps. */
export type IngestTarget = Omit<IngestRequest, 'run' | 'steps' | 'isPart' | 'clockSkewMs'>;

/** A target and where its runs come from. */
export interface SourcedTarget {
  target: IngestTarget;
  /** Without a final slash. */
  baseUrls: readonly string[];
}

/**
 * One for each of some models, in their order.
 *
 * @param servesHere whether the data directory is that of a service that answers requests
 */
export function ingestTargets(
  models: readonly ModelTarget[],
  configuration: Configuration,
  servesHere: boolean,
): SourcedTarget[] {
  const { dataDirectory, sharedRunStore: sharedStore, runsKept } = configuration;
  const runsDirectory = writtenTo(configuration);
  const copiesDirectory = servesHere ? configuration.runsDirectory : undefined;
  const store = { dataDirectory, runsDirectory, sharedStore, copiesDirectory, runsKept };
  return models.map(({ model, resolution, maxStepHours, baseUrls }) => ({
    target: { model, resolution, maxStepHours, ...store },
    baseUrls,
  }));
}

/** Where runs are written: what is on its way into a bucket is no run of this machine. */
export function writtenTo({ dataDirectory, runsDirectory, sharedRunStore }: Configuration): string {
  if (sharedRunStore?.kind === 'volume') return sharedRunStore.directory;
  return sharedRunStore ? join(dataDirectory, 'outgoing') : runsDirectory;
}
