import { IngestError } from '../ingest-error.js';

/**
 * Does a task with a signal that is aborted, too, when it takes too long.
 *
 * @param what for the message
 * @throws what the task throws: IngestError (DownloadTimeoutError) where it ends because of its signal
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
