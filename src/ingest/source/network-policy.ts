import { MINUTE_MS } from '../../core/time/index.js';

/** Limits, timeouts and retries of the ingest's requests to a server. */
export interface NetworkPolicy {
  connections: number;
  /** Delays before the retries of a transient failure. */
  retryDelaysMs: number[];
  /** The longest time without any data. */
  stallTimeoutMs: number;
  /** What must arrive on one connection in each such period: slower transfers are aborted and retried. */
  throughputFloor: { bytes: number; perMs: number };
  /** Deadlines for the download of a step, and for an attempt at a whole run. */
  stepDeadlineMs: number;
  runDeadlineMs: number;
}

export const DEFAULT_NETWORK_POLICY: NetworkPolicy = {
  connections: 8,
  retryDelaysMs: [500, 2_000, 5_000],
  stallTimeoutMs: 30_000,
  throughputFloor: { bytes: 30_000, perMs: 30_000 },
  stepDeadlineMs: 15 * MINUTE_MS,
  runDeadlineMs: 6 * 60 * MINUTE_MS,
};
