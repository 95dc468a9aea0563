import { onStopSignal } from '../../boot/stop-signals.js';
import { IngestError } from '../ingest-error.js';
import { main } from './ingest.main.js';

const stop = new AbortController();
onStopSignal((signal) => {
  stop.abort(new IngestError('IngestAbortedError', `stopped by ${signal}; the store is as it was`));
});
process.exitCode = await main(process.argv.slice(2), process.env, {
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stop.signal,
});
