// Entry point of the process in which the service ingests runs, so that decoding never delays responses.
import { serveJob } from '../../core/jobs/index.js';
import { within } from '../../core/time/index.js';
import { IngestError } from '../ingest-error.js';
import { ingestRun } from '../ingest.pipeline.js';
import { type IngestProgress } from '../status/ingest-progress.js';
import { type IngestSummary } from '../status/ingest-summary.js';
import { openSources } from '../source/open-source.js';
import { type IngestJob, type IngestNews, readRequest } from './worker-messages.js';

serveJob<IngestJob, IngestNews, IngestSummary>(
  ({ request, baseUrls, networkPolicy }, tell, signal) => {
    const progress: IngestProgress = {
      begin: (steps, totalBytes) => void tell({ kind: 'begin', steps, totalBytes }),
      step: (stepHours, records, downloadedBytes) =>
        void tell({ kind: 'step', stepHours, records, downloadedBytes }),
      stored: () => void tell({ kind: 'stored' }),
      end: () => undefined,
    };
    const turn = () => within(Infinity, tell({ kind: 'downloaded' }), { signal });
    const sources = openSources(baseUrls, networkPolicy);
    return ingestRun(readRequest(request), { sources, policy: networkPolicy, progress, signal, turn });
  },
  (reason) => new IngestError('IngestAbortedError', `${reason}; the store is as it was`),
);
