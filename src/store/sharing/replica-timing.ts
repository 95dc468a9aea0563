import { backOffMs } from '../../core/time/index.js';

/** A replica's waits. */
export interface ReplicaTiming {
  pollEveryMs: number;
  longestBackOffMs: number;
  /** The longest wait of a process that isn't ready before it has read the store's list and has one of its runs. */
  longestUnloadedMs: number;
  /** How long that process waits for the list, which isn't long: the store is asked again. */
  listWithinMs: number;
  /** How long startup waits for the available runs before serving without them. */
  startWaitMs: number;
}

export const DEFAULT_REPLICA_TIMING: ReplicaTiming = {
  pollEveryMs: 4_000,
  longestBackOffMs: 60_000,
  longestUnloadedMs: 5_000,
  listWithinMs: 4_000,
  startWaitMs: 60_000,
};

const JITTER = 0.5;

/**
 * Returns the wait before the next poll, in milliseconds. It doubles with each failure, and is lengthened at random by
 * up to a half, so that replicas don't poll at the same time.
 *
 * @param isLoaded whether the process serves shared runs
 * @param failures in a row
 * @param random 0..1
 */
export function pollDelayMs(
  { pollEveryMs, longestBackOffMs, longestUnloadedMs }: ReplicaTiming,
  isLoaded: boolean,
  failures: number,
  random: number,
): number {
  const longestMs = isLoaded ? longestBackOffMs : longestUnloadedMs / (1 + JITTER);
  return backOffMs({ firstMs: pollEveryMs, longestMs, jitter: JITTER }, failures, random);
}
