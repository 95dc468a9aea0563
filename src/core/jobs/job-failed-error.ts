import { type JobFailure } from './job-messages.js';

/** The error that ended a job, under its original name, or `WorkerEndedError` if the process ended first. */
export class JobFailedError extends Error {
  readonly code: string | undefined;
  readonly transient: boolean;

  constructor({ name, message, code, transient = false }: JobFailure, cause?: unknown) {
    super(message, { cause });
    this.name = name;
    this.code = code;
    this.transient = transient;
  }
}
