import { type JobFailure } from './job-messages.js';

/** The error that a job ended with in its process, by that error's name; or WorkerEndedError, where the process ended first. */
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
