// The process in which the service takes its runs, so that decoding never keeps the answers waiting. It has one job, and
// ends with it, or with the service, however that one ends.
import { setPriority } from 'node:os';
import { IngestError } from './ingest-error.js';
import { ingestRun } from './ingest.pipeline.js';
import { type IngestProgress } from './ingest-progress.js';
import { openSource } from './source/open-source.js';
import {
  type FromWorker,
  readRequest,
  type ToWorker,
  writeFailure,
  type IngestJob,
} from './worker-messages.js';

/** Below the service's: answers come first where there are few processors. */
const PRIORITY = 10;
/** A part of the work that cannot be interrupted is given up after this time; a killed ingest leaves the store as it was. */
const LONGEST_STOP_MS = 5_000;

const stop = new AbortController();

function end(reason: string): void {
  stop.abort(new IngestError('IngestAbortedError', `${reason}; the store is as it was`));
  setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
}

/** Resolves when the message is on its way; nothing can be said to a service that is gone. */
function send(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (process.send && process.connected) process.send(message, () => resolve());
    else resolve();
  });
}

async function work({ request, baseUrl, networkPolicy }: IngestJob): Promise<void> {
  const progress: IngestProgress = {
    begin: (steps, totalBytes) => void send({ kind: 'begin', steps, totalBytes }),
    step: (stepHours, records, downloadedBytes) =>
      void send({ kind: 'step', stepHours, records, downloadedBytes }),
    end: () => undefined,
  };
  const source = openSource(baseUrl, networkPolicy);
  try {
    const summary = await ingestRun(readRequest(request), { source, progress, signal: stop.signal });
    await send({ kind: 'done', summary });
  } catch (error) {
    await send(writeFailure(error));
  }
  process.exit();
}

// Ctrl-C reaches every process of the terminal. It is meant for the service, which says so here.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => end('stopped by SIGTERM'));
process.on('disconnect', () => {
  // A service that was killed asks for nothing more; one that has its answer lets go first.
  if (stop.signal.aborted) return;
  end('the service has ended');
});
process.on('message', (message: ToWorker) => {
  if (message.kind === 'stop') end('the service stops');
  else void work(message.job);
});
setPriority(PRIORITY);
// It may have ended before anyone listened.
if (!process.connected) end('the service has ended');
