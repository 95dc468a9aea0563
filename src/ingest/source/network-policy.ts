const MINUTE_MS = 60_000;

/** How patient the ingest is with a server, and how much it asks of it at a time. */
export interface NetworkPolicy {
  connections: number;
  /** A transient failure is tried again after each of these waits. */
  retryDelaysMs: number[];
  /** The longest time in which nothing may come. */
  stallTimeoutMs: number;
  /** What must come on one connection in each such time: less is given up and tried again. */
  throughputFloor: { bytes: number; perMs: number };
  /** The longest that the download of a step may take, and an attempt at a whole run. */
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
