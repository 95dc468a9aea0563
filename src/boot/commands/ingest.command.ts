import { onStopSignal } from '../stop-signals.js';

const OBSERVATIONS = '--observations';

/** Runs `npm run ingest`: ingests one run, or the station reports, unless a signal stops it. */
export async function ingest(words: string[]): Promise<number> {
  if (words.includes(OBSERVATIONS)) {
    if (words.length > 1) throw new Error(`${OBSERVATIONS} takes no other parameters.`);
    const { observations } = await import('./observations.command.js');
    return observations();
  }
  // Not the whole room: loading it takes longer than ingesting a small run.
  const { IngestError } = await import('../../ingest/ingest-error.js');
  const { main } = await import('../../ingest/command/ingest.main.js');
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
