import { type ChildProcess, fork } from 'node:child_process';
import { JobFailedError } from './job-failed-error.js';
import { type FromProcess, type ToProcess } from './job-messages.js';

/** How long a process that was asked to stop may take; its job has to bear being killed. */
const STOP_WITHIN_MS = 3_000;
const ERROR_TEXT_LENGTH = 2_000;

/** The program that does a job in a process of its own; it calls `serveJob`. */
export interface JobProgram {
  /** For people: `the ingest process`. */
  title: string;
  entry: string;
  execArgv?: string[];
  /** Beside what this process's environment has. */
  environment?: Record<string, string>;
}

/** A kind of job that would keep the answers waiting here. Everything that is said can be written as JSON. */
export class ForkedJob<Job, News, Result> {
  constructor(private readonly program: JobProgram) {}

  /**
   * Does one job; the process has ended when the promise settles.
   * @throws JobFailedError; the signal's reason once it is aborted
   */
  async run(job: Job, told: (news: News) => void, signal: AbortSignal): Promise<Result> {
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
      // What was done in the last moment counts as done.
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
  told: (news: News) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let last: FromProcess<News, Result> | undefined;
    let errorText = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errorText = (errorText + chunk.toString()).slice(-ERROR_TEXT_LENGTH);
    });
    child.on('message', (message: FromProcess<News, Result>) => {
      last = message;
      if (message.kind === 'news') told(message.news);
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

/** A process that has just ended can be told nothing; its end is reported elsewhere. */
function tell<Job>(child: ChildProcess, message: ToProcess<Job>): void {
  if (child.connected) child.send(message, () => undefined);
}
