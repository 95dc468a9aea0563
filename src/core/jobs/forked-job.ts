import { type ChildProcess, fork } from 'node:child_process';
import type { FromProcess, JobFailure, ToProcess } from './job-messages.js';

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

/** Time that a process has to stop before it is killed. Jobs must survive being killed. */
const STOP_WITHIN_MS = 3_000;
const ERROR_TEXT_LENGTH = 2_000;

/** The program that runs a job in a separate process; it calls `serveJob`. */
export interface JobProgram {
  /** Human-readable, such as `the ingest process`. */
  title: string;
  entry: string;
  execArgv?: string[];
  /** Added to this process's environment. */
  environment?: Record<string, string>;
}

/** A job that runs in a separate process because it would block the event loop. All messages must survive JSON. */
export class ForkedJob<Job, News, Result> {
  constructor(private readonly program: JobProgram) {}

  /**
   * Runs one job. By the time the promise settles, the process has ended.
   *
   * @param told called for one news after the other
   * @throws JobFailedError; what `told` throws; the signal's reason once it is aborted
   */
  async run(job: Job, told: (news: News) => void | Promise<void>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    const { title, entry, execArgv = [], environment } = this.program;
    const child = fork(entry, [], {
      execArgv,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const outcome = follow<News, Result>(child, title, told);
    const stop = () => stopChild(child);
    signal.addEventListener('abort', stop);
    try {
      tell<Job>(child, { kind: 'job', job });
      return await outcome;
    } catch (error) {
      // A job that completes while it is being stopped still counts as completed.
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
}

/** Settles when the process has ended. */
function follow<News, Result>(
  child: ChildProcess,
  title: string,
  told: (news: News) => void | Promise<void>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let last: FromProcess<News, Result> | undefined;
    let errorText = '';
    let heard = Promise.resolve();
    const hear = async (news: News) => {
      await told(news);
      tell(child, { kind: 'heard' });
    };
    const refuse = (error: Error) => {
      reject(error);
      stopChild(child);
    };
    child.stderr?.on('data', (chunk: Buffer) => {
      errorText = (errorText + chunk.toString()).slice(-ERROR_TEXT_LENGTH);
    });
    child.on('message', (message: FromProcess<News, Result>) => {
      last = message;
      if (message.kind === 'news') heard = heard.then(() => hear(message.news)).catch(refuse);
    });
    child.on('error', (cause) => reject(endedEarly(`${title}: ${cause.message}`, cause)));
    child.on('close', (code, signal) => {
      if (last?.kind === 'done') return resolve(last.result);
      if (last?.kind === 'failed') return reject(new JobFailedError(last.failure));
      const how = signal === null ? `with code ${code}` : `by ${signal}`;
      const said = errorText.trim() === '' ? '' : `: ${errorText.trim()}`;
      reject(endedEarly(`${title} was ended ${how}${said}`));
    });
  });
}

function endedEarly(message: string, cause?: Error): JobFailedError {
  return new JobFailedError({ name: 'WorkerEndedError', message }, cause);
}

function stopChild(child: ChildProcess): void {
  tell(child, { kind: 'stop' });
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  child.on('close', () => clearTimeout(timer));
}

/** Does nothing if the process has just ended: `follow` reports that. */
function tell<Job>(child: ChildProcess, message: ToProcess<Job>): void {
  if (child.connected) child.send(message, () => undefined);
}
