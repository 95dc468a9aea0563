import { join } from 'node:path';
import type { Configuration } from '../../core/config/index.js';
import type { ModelTarget } from '../../weather/models/index.js';
import { type IngestRequest } from './ingest-request.js';

/** What the service ingests every run of: a request without the run and its steps. */
export type IngestTarget = Omit<IngestRequest, 'run' | 'steps' | 'mayLack' | 'isPart' | 'clockSkewMs'>;

/** A target and where its runs come from. */
export interface SourcedTarget {
  target: IngestTarget;
  /** Without a trailing slash. */
  baseUrls: readonly string[];
}

/**
 * Returns one target for each model, in the same order.
 *
 * @param servesHere whether the data directory belongs to a service that handles requests
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

/**
 * Returns the folder that runs are written to. Runs on their way to a bucket have a folder of their own, because this
 * machine doesn't serve them.
 */
export function writtenTo({ dataDirectory, runsDirectory, sharedRunStore }: Configuration): string {
  if (sharedRunStore?.kind === 'volume') return sharedRunStore.directory;
  return sharedRunStore ? join(dataDirectory, 'outgoing') : runsDirectory;
}
