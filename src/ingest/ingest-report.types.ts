import { type IngestState } from './ingest-status.js';

/** What the schedule does for one model, as other processes and callers are told. Times are ISO 8601, to the second. */
export interface IngestReport {
  model: string;
  resolution: string;
  state: IngestState;
  progress: {
    run: string;
    startedAt: string;
    stepsDone: number;
    steps: number;
    downloadedBytes: number;
    totalBytes: number | null;
  } | null;
  /** Without its message, which may name hosts and paths: that is for the log. */
  lastError: { code: string; at: string; count: number } | null;
  nextLookAt: string | null;
  clockSkewSeconds: number;
}
