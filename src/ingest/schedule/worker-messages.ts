import { type IngestRequest } from '../request/ingest-request.js';
import { type NetworkPolicy } from '../source/network-policy.js';

/** A job for the ingest process, serializable as JSON. */
export interface IngestJob {
  request: Omit<IngestRequest, 'run'> & { run: string };
  baseUrls: readonly string[];
  networkPolicy: NetworkPolicy;
}

/** The progress of a job. */
export type IngestNews =
  | { kind: 'begin'; steps: number; totalBytes?: number }
  | { kind: 'step'; stepHours: number; records: number; downloadedBytes: number }
  | { kind: 'stored' }
  /** The process waits for its turn to store the run. */
  | { kind: 'downloaded' };

export function writeRequest(request: IngestRequest): IngestJob['request'] {
  return { ...request, run: request.run.toISOString() };
}

export function readRequest(request: IngestJob['request']): IngestRequest {
  return { ...request, run: new Date(request.run) };
}
