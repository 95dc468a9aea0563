import { setPriority } from 'node:os';
import { type FromProcess, type ToProcess, writeFailure } from './job-messages.js';

/** Below the service's: answers come first where there are few processors. */
const PRIORITY = 10;
/** A part of the work that cannot be interrupted is given up after this time: a job has to bear that its process is killed. */
const LONGEST_STOP_MS = 5_000;

/**
 * Makes this process the one that does a `ForkedJob`. It has one job, and ends with it, or with the service, however that
 * one ends.
 *
 * @param stopped makes the error that the task's signal is aborted with, from the reason
 */
export function serveJob<Job, News, Result>(
  task: (job: Job, tell: (news: News) => void, signal: AbortSignal) => Promise<Result>,
  stopped: (reason: string) => Error,
): void {
  const stop = new AbortController();
  const end = (reason: string) => {
    stop.abort(stopped(reason));
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
  };
  const work = async (job: Job) => {
    try {
      const result = await task(job, (news) => void send({ kind: 'news', news }), stop.signal);
      await send({ kind: 'done', result });
    } catch (error) {
      await send({ kind: 'failed', failure: writeFailure(error) });
    }
    process.exit();
  };
  // Ctrl-C reaches every process of the terminal. It is meant for the service, which says so here.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => end('stopped by SIGTERM'));
  process.on('disconnect', () => {
    // A service that was killed asks for nothing more; one that has its answer lets go first.
    if (!stop.signal.aborted) end('the service has ended');
  });
  process.on('message', (message: ToProcess<Job>) => {
    if (message.kind === 'stop') end('the service stops');
    else void work(message.job);
  });
  setPriority(PRIORITY);
  // It may have ended before anyone listened.
  if (!process.connected) end('the service has ended');
}

/** Resolves when the message is on its way; nothing can be said to a service that is gone. */
function send<News, Result>(message: FromProcess<News, Result>): Promise<void> {
  return new Promise((resolve) => {
    if (process.send && process.connected) process.send(message, () => resolve());
    else resolve();
  });
}
