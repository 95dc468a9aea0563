import { type SourceReport } from '../source/mirrors.js';

/** What the ingest is doing: `off` without a schedule, `polling` the source, `waiting` for the next poll. */
export type IngestState = 'off' | 'waiting' | 'polling' | 'ingesting';

/**
 * The state of the schedule for one model, as reported to other processes and clients. Times are ISO 8601, to the
 * second.
 */
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
  nextPollAt: string | null;
  clockSkewSeconds: number;
}

/** The state of one model's source, as reported to administrators. */
export interface FeedReport {
  model: string;
  /** The model's product that the last run was taken from; null before the first. */
  product: string | null;
  sources: SourceReport[];
  faults: { code: string; detail: string; run: string | null; since: string }[];
}

/** What an ingest reports on one model. */
export interface ModelReport {
  ingest: IngestReport;
  feed: FeedReport;
}
