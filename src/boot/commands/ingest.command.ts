import { onStopSignal } from '../stop-signals.js';
import { IngestError, main } from '../../ingest/index.js';

/** Runs `npm run ingest`: ingests one run, unless a signal stops it. */
export function ingest(words: string[]): Promise<number> {
  const stop = new AbortController();
  onStopSignal((signal) => {
    stop.abort(new IngestError('IngestAbortedError', `stopped by ${signal}; the store is as it was`));
  });
  return main(words, process.env, {
    stdout: process.stdout,
    stderr: process.stderr,
    signal: stop.signal,
  });
}
