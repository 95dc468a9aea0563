import { fileURLToPath } from 'node:url';
import { ForkedJob } from '../../core/jobs/index.js';
import { type BringRun, type FetchJob } from './bring-run.js';

/** The progress of a fetch. */
export interface FetchNews {
  bytes: number;
  totalBytes: number;
}

const ENTRY = fileURLToPath(new URL('./fetch.worker.js', import.meta.url));

/** Fetches runs, one at a time, in a child process. Killing that process doesn't harm the runs directory. */
export function forkedFetch(entry = ENTRY, execArgv: string[] = []): BringRun {
  const fetching = new ForkedJob<FetchJob, FetchNews, void>({
    title: 'the fetching process',
    entry,
    execArgv,
  });
  return (job, progress, signal) =>
    fetching.run(job, ({ bytes, totalBytes }) => progress(bytes, totalBytes), signal);
}
