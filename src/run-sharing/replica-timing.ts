/** How patient a replica is. */
export interface ReplicaTiming {
  pollEveryMs: number;
  longestBackOffMs: number;
  /** How long a start waits for the runs that are there, before it serves without. */
  startWaitMs: number;
}

export const DEFAULT_REPLICA_TIMING: ReplicaTiming = {
  pollEveryMs: 4_000,
  longestBackOffMs: 60_000,
  startWaitMs: 60_000,
};

const JITTER = 0.5;

/**
 * The wait before the next poll, in milliseconds: twice as long with each failure, and lengthened at random by up to a half,
 * so that replicas do not ask at once.
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
