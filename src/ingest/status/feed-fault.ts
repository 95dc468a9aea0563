import { IngestError } from '../ingest-error.js';

/** Longer ones do not fit what replicas are told (PostgreSQL's NOTIFY has room for 8,000 bytes). */
const LONGEST_DETAIL = 1_200;

/** An unexpected change at a model's source, which can keep new runs away. */
export interface FeedFault {
  /** An IngestErrorName, or the name of another error. */
  code: string;
  /** What was expected, where, and what was found. */
  detail: string;
  /** The run that it was found in; undefined where it stands for all. */
  run: Date | undefined;
  since: Date;
}

/** The fault that an error stands for; one of the same kind as before has lasted since then. */
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

/** Whether an error tells of the source, and not of this machine or of a store of ours. */
export function isOfTheSource(error: unknown): error is IngestError {
  return error instanceof IngestError && !OF_OURS.includes(error.name);
}

/** Failures that tell nothing about the source. */
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
