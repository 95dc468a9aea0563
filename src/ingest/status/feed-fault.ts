import { IngestError } from '../ingest-error.js';

/**
 * Longer ones don't fit into the heartbeat to replicas (the payload of PostgreSQL's NOTIFY is limited to 8,000 bytes).
 */
const LONGEST_DETAIL = 1_200;

/** An unexpected change at a model's source that may prevent new runs from being ingested. */
export interface FeedFault {
  /** An IngestErrorName, or the name of another error. */
  code: string;
  /** What was expected, where, and what was found. */
  detail: string;
  /** The run it was found in; undefined if it applies to all. */
  run: Date | undefined;
  since: Date;
}

/** Returns the fault for an error. A fault of the same kind as before keeps its start time. */
export function feedFault(
  error: unknown,
  run: Date | undefined,
  now: Date,
  before: FeedFault | undefined,
): FeedFault {
  const { name: code, message } = error instanceof Error ? error : new Error(String(error));
  const since = before?.code === code ? before.since : now;
  return { code, detail: message.slice(0, LONGEST_DETAIL), run, since };
}

/** Whether an error is about the source, not about this machine or one of its stores. */
export function isOfTheSource(error: unknown): error is IngestError {
  return error instanceof IngestError && !OF_OURS.includes(error.name);
}

/** Failures that say nothing about the source. */
const OF_OURS: string[] = [
  'DiskFullError',
  'FutureRunError',
  'IngestAbortedError',
  'IngestBusyError',
  'RunDamagedError',
  'RunObjectMissingError',
  'RunStoreDeniedError',
  'RunStoreMissingError',
  'RunStoreRefusedError',
  'RunStoreUnreachableError',
  'RunTooOldError',
  'UsageError',
  'WorkerEndedError',
];
