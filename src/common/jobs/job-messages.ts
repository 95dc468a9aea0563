/** What a process tells of the error that ended its job; all of it can be written as JSON. */
export interface JobFailure {
  name: string;
  message: string;
  /** The system's. */
  code?: string;
  /** Whether the same job may well succeed a moment later. */
  transient?: boolean;
}

export type ToProcess<Job> = { kind: 'job'; job: Job } | { kind: 'stop' };

export type FromProcess<News, Result> =
  { kind: 'news'; news: News } | { kind: 'done'; result: Result } | { kind: 'failed'; failure: JobFailure };

export function writeFailure(error: unknown): JobFailure {
  const failed: Error & Partial<JobFailure> = error instanceof Error ? error : new Error(String(error));
  const { name, message, code, transient } = failed;
  return { name, message, code, transient };
}
