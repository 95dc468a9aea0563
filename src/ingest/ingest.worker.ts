// The process in which the service takes its runs, so that decoding never keeps the answers waiting.
import { serveJob } from '../common/jobs/serve-job.js';
import { IngestError } from './ingest-error.js';
import { ingestRun } from './ingest.pipeline.js';
import { type IngestProgress } from './ingest-progress.js';
import { type IngestSummary } from './ingest-summary.js';
import { openSource } from './source/open-source.js';
import { type IngestJob, type IngestNews, readRequest } from './worker-messages.js';

serveJob<IngestJob, IngestNews, IngestSummary>(
  ({ request, baseUrl, networkPolicy }, tell, signal) => {
    const progress: IngestProgress = {
      begin: (steps, totalBytes) => tell({ kind: 'begin', steps, totalBytes }),
      step: (stepHours, records, downloadedBytes) =>
        tell({ kind: 'step', stepHours, records, downloadedBytes }),
      end: () => undefined,
    };
    const source = openSource(baseUrl, networkPolicy);
    return ingestRun(readRequest(request), { source, policy: networkPolicy, progress, signal });
  },
  (reason) => new IngestError('IngestAbortedError', `${reason}; the store is as it was`),
);
