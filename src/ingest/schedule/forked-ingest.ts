import { fileURLToPath } from 'node:url';
import { ForkedJob, JobFailedError } from '../../core/jobs/index.js';
import { IngestError, type IngestErrorName } from '../ingest-error.js';
import type { IngestProgress } from '../status/ingest-progress.js';
import type { IngestRequest } from '../request/ingest-request.js';
import type { IngestSummary } from '../status/ingest-summary.js';
import type { NetworkPolicy } from '../source/network-policy.js';
import { type IngestJob, type IngestNews, writeRequest } from './worker-messages.js';

/** Ingests a model's runs, one at a time, in a child process. Killing that process doesn't harm the store. */
export class ForkedIngest {
  private readonly job: ForkedJob<IngestJob, IngestNews, IngestSummary>;

  constructor(
    private readonly baseUrls: readonly string[],
    private readonly networkPolicy: NetworkPolicy,
    entry = fileURLToPath(new URL('./ingest.worker.js', import.meta.url)),
    execArgv: string[] = [],
  ) {
    this.job = new ForkedJob({
      title: 'the ingest process',
      entry,
      execArgv,
      environment: INGEST_ENVIRONMENT,
    });
  }

  /**
   * Ingests one run. The process has ended when the promise settles.
   *
   * @param turn waits for the turn to store what was downloaded
   * @throws IngestError: that of the pipeline, or WorkerEndedError; what `turn` throws; the signal's reason once it is
   * aborted
   */
  async ingest(
    request: IngestRequest,
    progress: IngestProgress,
    signal: AbortSignal,
    turn: () => Promise<void> = () => Promise.resolve(),
  ): Promise<IngestSummary> {
    const { baseUrls, networkPolicy } = this;
    const job = { request: writeRequest(request), baseUrls, networkPolicy };
    try {
      return await this.job.run(
        job,
        (news) => (news.kind === 'downloaded' ? turn() : pass(news, progress)),
        signal,
      );
    } catch (error) {
      if (!(error instanceof JobFailedError)) throw error;
      const { name, message, transient, cause } = error;
      throw new IngestError(name as IngestErrorName, message, { transient, cause });
    } finally {
      progress.end();
    }
  }
}

function pass(news: Exclude<IngestNews, { kind: 'downloaded' }>, progress: IngestProgress): void {
  if (news.kind === 'begin') progress.begin(news.steps, news.totalBytes);
  else if (news.kind === 'stored') progress.stored?.();
  else progress.step(news.stepHours, news.records, news.downloadedBytes);
}

/**
 * The environment of a process that ingests runs. Fields are allocated and freed all the time: with a fixed threshold
 * the C library returns the memory of each one immediately, instead of raising the threshold and keeping more and more
 * memory.
 */
export const INGEST_ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: String(256 * 1024) };
