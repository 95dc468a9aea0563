import { setPriority } from 'node:os';
import { type FromProcess, type ToProcess, writeFailure } from './job-messages.js';

/** Lower priority than the service, so that responses come first on machines with few processors. */
const PRIORITY = 10;
/** Time after which the process exits even if the work can't be interrupted. Jobs must survive being killed. */
const LONGEST_STOP_MS = 5_000;

/**
 * Turns this process into the worker of a `ForkedJob`. It runs one job and exits when the job ends, or when the service
 * ends for any reason.
 *
 * @param task gets a function that tells the service news, and resolves once the service has dealt with them
 * @param stopped creates the error that aborts the task's signal, from the reason
 */
export function serveJob<Job, News, Result>(
  task: (job: Job, tell: (news: News) => Promise<void>, signal: AbortSignal) => Promise<Result>,
  stopped: (reason: string) => Error,
): void {
  const stop = new AbortController();
  const end = (reason: string) => {
    stop.abort(stopped(reason));
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
  };
  const told: (() => void)[] = [];
  const tell = (news: News) => {
    void send({ kind: 'news', news });
    return new Promise<void>((heard) => told.push(heard));
  };
  const work = async (job: Job) => {
    try {
      const result = await task(job, tell, stop.signal);
      await send({ kind: 'done', result });
    } catch (error) {
      await send({ kind: 'failed', failure: writeFailure(error) });
    }
    process.exit();
  };
  // Ctrl-C reaches every process of the terminal. The service handles it and sends `stop` if needed.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => end('stopped by SIGTERM'));
  process.on('disconnect', () => {
    // The service has ended, for example because it was killed. If the job is being stopped already, that reason
    // stands.
    if (!stop.signal.aborted) end('the service has ended');
  });
  process.on('message', (message: ToProcess<Job>) => {
    if (message.kind === 'stop') end('the service stops');
    else if (message.kind === 'heard') told.shift()?.();
    else void work(message.job);
  });
  setPriority(PRIORITY);
  // The service may have ended before the listener was added.
  if (!process.connected) end('the service has ended');
}

/** Resolves when the message has been sent, or at once if the service is gone. */
function send<News, Result>(message: FromProcess<News, Result>): Promise<void> {
  return new Promise((resolve) => {
    if (process.send && process.connected) process.send(message, () => resolve());
    else resolve();
  });
}
