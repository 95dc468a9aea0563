/** A replica's waits. */
export interface ReplicaTiming {
  pollEveryMs: number;
  longestBackOffMs: number;
  /** How long startup waits for the available runs before serving without them. */
  startWaitMs: number;
}

export const DEFAULT_REPLICA_TIMING: ReplicaTiming = {
  pollEveryMs: 4_000,
  longestBackOffMs: 60_000,
  startWaitMs: 60_000,
};

const JITTER = 0.5;

/**
 * Returns the wait before the next poll, in milliseconds. It doubles with each failure, and is lengthened at random by
 * up to a half, so that replicas don't poll at the same time.
 *
 * @param failures in a row
 * @param random 0..1
 */
export function pollDelayMs(
  { pollEveryMs, longestBackOffMs }: ReplicaTiming,
  failures: number,
  random: number,
): number {
  return Math.min(pollEveryMs * 2 ** failures, longestBackOffMs) * (1 + JITTER * random);
}
