/** The error that ended a job, in a form that survives JSON. */
export interface JobFailure {
  name: string;
  message: string;
  /** The system's error code, such as `ENOSPC`. */
  code?: string;
  /** Whether the same job may succeed if it is retried soon. */
  transient?: boolean;
}

export type ToProcess<Job> = { kind: 'job'; job: Job } | { kind: 'heard' } | { kind: 'stop' };

export type FromProcess<News, Result> =
  { kind: 'news'; news: News } | { kind: 'done'; result: Result } | { kind: 'failed'; failure: JobFailure };

export function writeFailure(error: unknown): JobFailure {
  const failed: Error & Partial<JobFailure> = error instanceof Error ? error : new Error(String(error));
  const { name, message, code, transient } = failed;
  return { name, message, code, transient };
}
