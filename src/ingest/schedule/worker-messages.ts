import { type ModelName, MODELS } from '../../models/models.js';
import { type IngestRequest } from '../request/ingest-request.js';
import { type NetworkPolicy } from '../source/network-policy.js';

/** What the service asks of its ingest process; all of it can be written as JSON. */
export interface IngestJob {
  request: Omit<IngestRequest, 'model' | 'run'> & { model: ModelName; run: string };
  baseUrls: string[];
  networkPolicy: NetworkPolicy;
}

/** The progress of a job. */
export type IngestNews =
  | { kind: 'begin'; steps: number; totalBytes?: number }
  | { kind: 'step'; stepHours: number; records: number; downloadedBytes: number };

export function writeRequest(request: IngestRequest): IngestJob['request'] {
  return { ...request, model: request.model.name as ModelName, run: request.run.toISOString() };
}

export function readRequest(request: IngestJob['request']): IngestRequest {
  return { ...request, model: MODELS[request.model], run: new Date(request.run) };
}
