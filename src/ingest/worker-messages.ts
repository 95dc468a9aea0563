import { type ModelName, MODELS } from '../models/models.js';
import { IngestError, type IngestErrorName } from './ingest-error.js';
import { type IngestRequest } from './ingest-request.js';
import { type IngestSummary } from './ingest-summary.js';
import { type NetworkPolicy } from './source/network-policy.js';

/** What the service asks of its ingest process; all of it can be written as JSON. */
export interface IngestJob {
  request: Omit<IngestRequest, 'model' | 'run'> & { model: ModelName; run: string };
  baseUrl: string;
  networkPolicy: NetworkPolicy;
}

export type ToWorker = { kind: 'job'; job: IngestJob } | { kind: 'stop' };

export type FromWorker =
  | { kind: 'begin'; steps: number; totalBytes?: number }
  | { kind: 'step'; stepHours: number; records: number; downloadedBytes: number }
  | { kind: 'done'; summary: IngestSummary }
  | { kind: 'failed'; name: string; message: string; transient: boolean };

export function writeRequest(request: IngestRequest): IngestJob['request'] {
  return { ...request, model: request.model.name as ModelName, run: request.run.toISOString() };
}

export function readRequest(request: IngestJob['request']): IngestRequest {
  return { ...request, model: MODELS[request.model], run: new Date(request.run) };
}

export function writeFailure(error: unknown): FromWorker {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'failed', name, message, transient: error instanceof IngestError && error.transient };
}

export function readFailure({ name, message, transient }: FromWorker & { kind: 'failed' }): IngestError {
  return new IngestError(name as IngestErrorName, message, { transient });
}
