// Entry point of the process in which a replica fetches and verifies runs, so that checksums never delay responses.
import { serveJob } from '../../core/jobs/index.js';
import { bringRun, type FetchJob } from './bring-run.js';
import { type FetchNews } from './forked-fetch.js';

serveJob<FetchJob, FetchNews, void>(
  (job, tell, signal) => bringRun(job, (bytes, totalBytes) => void tell({ bytes, totalBytes }), signal),
  (reason) => new DOMException(reason, 'AbortError'),
);
