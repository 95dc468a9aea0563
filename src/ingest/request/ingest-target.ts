import { join } from 'node:path';
import { type Configuration } from '../../config/configuration.js';
import { modelTargets } from '../../models/model-targets.js';
import { type IngestRequest } from './ingest-request.js';

/** What the service takes every run of: a request without the run and its steps. */
export type IngestTarget = Omit<IngestRequest, 'run' | 'steps' | 'isPart' | 'clockSkewMs'>;

/** A target and where its runs come from. */
export interface SourcedTarget {
  target: IngestTarget;
  /** Without a final slash. */
  baseUrls: string[];
}

/**
 * One for each model that the settings let the service take, the preferred one first.
 *
 * @param servesHere whether the data directory is that of a service that answers requests
 */
export function ingestTargets(configuration: Configuration, servesHere: boolean): SourcedTarget[] {
  const { dataDirectory, sharedRunStore: sharedStore, runsKept } = configuration;
  const runsDirectory = writtenTo(configuration);
  const copiesDirectory = servesHere ? configuration.runsDirectory : undefined;
  const store = { dataDirectory, runsDirectory, sharedStore, copiesDirectory, runsKept };
  return modelTargets(configuration).map(({ model, resolution, maxStepHours, baseUrls }) => ({
    target: { model, resolution, maxStepHours, ...store },
    baseUrls,
  }));
}

/** What is on its way into a bucket is no run of this machine. */
function writtenTo({ dataDirectory, runsDirectory, sharedRunStore }: Configuration): string {
  if (sharedRunStore?.kind === 'volume') return sharedRunStore.directory;
  return sharedRunStore ? join(dataDirectory, 'outgoing') : runsDirectory;
}
