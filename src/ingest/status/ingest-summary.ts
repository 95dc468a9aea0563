import { formatBytes } from './format.js';
import { stepsOf } from '../../weather/models/index.js';
import { type IngestRequest } from '../request/ingest-request.js';
import { runLabel } from '../request/run-time.js';
import { type SourceReport } from '../source/mirrors.js';
import { compressSteps } from '../request/step-list.js';

/** The result of a published run. */
export interface IngestSummary {
  stepsHours: number[];
  records: number;
  downloadedBytes: number;
  seconds: number;
  /** The run's warnings, including missing steps. */
  warnings: string[];
  /** Stored runs that were deleted, because there are RUNS_KEPT newer ones. */
  removedRuns: string[];
  /** The model's product that the run was ingested from. */
  product: string;
  sources: SourceReport[];
  /** Records of the model's table that the run lacks, with where they were looked for. At most one sentence. */
  changedRecords: string[];
  /** Their names, such as `CPOFP:surface`. */
  missingRecords: string[];
  /** Values that are missing because they cannot be on Earth. */
  outsideValues: number;
}

/** Describes a published run in lines for humans. */
export function describeSummary(request: IngestRequest, summary: IngestSummary): string[] {
  const { model, resolution, run } = request;
  const table = stepsOf({ model, resolution, maxStepHours: Infinity }, run);
  const { stepsHours, records, downloadedBytes, seconds } = summary;
  const steps = `${stepsHours.length} steps (${compressSteps(stepsHours, table)})`;
  return [
    `${model.name} ${resolution} run ${runLabel(run)} published: ${steps}, ${records} records, ` +
      `${formatBytes(downloadedBytes)}, ${seconds.toFixed(1)} s`,
    ...summary.warnings.map((warning) => `warning: ${warning}`),
    ...summary.removedRuns.map((name) => `removed: ${name}`),
  ];
}

/** Describes a run that was skipped because it is already stored. */
export function describeStored({ model, resolution, run }: IngestRequest): string {
  return `${model.name} ${resolution} run ${runLabel(run)} is already stored`;
}
