import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { IngestError } from './ingest-error.js';
import { type IngestProgress } from './ingest-progress.js';
import { type IngestRequest } from './ingest-request.js';
import { type IngestSummary } from './ingest-summary.js';
import { type NetworkPolicy } from './source/network-policy.js';
import { type FromWorker, readFailure, type ToWorker, writeRequest } from './worker-messages.js';

/** How long a process that was asked to stop may take; to kill it does no harm to the store. */
const STOP_WITHIN_MS = 3_000;
const ERROR_TEXT_LENGTH = 2_000;

/** Takes runs, one at a time, in a process of its own. */
export class ForkedIngest {
  constructor(
    private readonly baseUrl: string,
    private readonly networkPolicy: NetworkPolicy,
    private readonly entry = fileURLToPath(new URL('./ingest.worker.js', import.meta.url)),
    private readonly execArgv: string[] = [],
  ) {}

  /**
   * Takes one run; the process has ended when the promise settles.
   * @throws IngestError: that of the pipeline, or WorkerEndedError; the signal's reason once it is aborted
   */
  async ingest(
    request: IngestRequest,
    progress: IngestProgress,
    signal: AbortSignal,
  ): Promise<IngestSummary> {
    signal.throwIfAborted();
    const { baseUrl, networkPolicy } = this;
    const child = fork(this.entry, [], {
      execArgv: this.execArgv,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const outcome = follow(child, progress);
    const stop = () => stopChild(child);
    signal.addEventListener('abort', stop);
    try {
      tell(child, { kind: 'job', job: { request: writeRequest(request), baseUrl, networkPolicy } });
      return await outcome;
    } catch (error) {
      // A run that was published in the last moment counts as published.
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
}

/** Settles when the process has ended. */
function follow(child: ChildProcess, progress: IngestProgress): Promise<IngestSummary> {
  return new Promise((resolve, reject) => {
    let last: FromWorker | undefined;
    let errorText = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errorText = (errorText + chunk.toString()).slice(-ERROR_TEXT_LENGTH);
    });
    child.on('message', (message: FromWorker) => {
      last = message;
      if (message.kind === 'begin') progress.begin(message.steps, message.totalBytes);
      if (message.kind === 'step') progress.step(message.stepHours, message.records, message.downloadedBytes);
    });
    child.on('error', (cause) =>
      reject(new IngestError('WorkerEndedError', `the ingest process: ${cause.message}`, { cause })),
    );
    child.on('close', (code, signal) => {
      progress.end();
      if (last?.kind === 'done') resolve(last.summary);
      else if (last?.kind === 'failed') reject(readFailure(last));
      else reject(endedEarly(code, signal, errorText));
    });
  });
}

function endedEarly(code: number | null, signal: NodeJS.Signals | null, errorText: string): IngestError {
  const how = signal === null ? `with code ${code}` : `by ${signal}`;
  const told = errorText.trim() === '' ? '' : `: ${errorText.trim()}`;
  return new IngestError('WorkerEndedError', `the ingest process was ended ${how}${told}`);
}

function stopChild(child: ChildProcess): void {
  tell(child, { kind: 'stop' });
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  child.on('close', () => clearTimeout(timer));
}

/** A process that has just ended can be told nothing; its end is reported elsewhere. */
function tell(child: ChildProcess, message: ToWorker): void {
  if (child.connected) child.send(message, () => undefined);
}
