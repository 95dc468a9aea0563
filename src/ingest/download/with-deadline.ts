import { IngestError } from '../ingest-error.js';

/**
 * Runs a task with a signal that is also aborted when the deadline passes.
 *
 * @param what the subject of the error message
 * @throws whatever the task throws: IngestError (DownloadTimeoutError) if the deadline's signal ends it
 */
export async function withDeadline<T>(
  what: string,
  deadlineMs: number,
  signal: AbortSignal,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const reason = `${what} was not there after ${deadlineMs / 1000} s`;
  const timer = setTimeout(
    () => late.abort(new IngestError('DownloadTimeoutError', reason, { transient: true })),
    deadlineMs,
  );
  try {
    return await task(AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}
