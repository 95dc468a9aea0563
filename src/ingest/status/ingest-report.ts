import { toInstant } from '../../core/time/index.js';
import type { Configuration } from '../../core/config/index.js';
import type { ModelTarget } from '../../weather/models/index.js';
import { type FeedReport, type IngestReport, type ModelReport } from './ingest-report.types.js';
import { type IngestStatus } from './ingest-status.js';
import { type IngestStatusesService } from './ingest-statuses.service.js';

/** Reports what this process's schedule is doing, for each model. */
export function ingestReports(configuration: Configuration, statuses: IngestStatusesService): ModelReport[] {
  return configuration.models.map((target) => {
    const status = statuses.of(target.model.name);
    return { ingest: reportOf(target, status), feed: feedOf(target, status) };
  });
}

function feedOf({ model }: ModelTarget, { product, sources, faults }: IngestStatus): FeedReport {
  return {
    model: model.name,
    product: product ?? null,
    sources,
    faults: faults.map(({ code, detail, run, since }) => ({
      code,
      detail,
      run: run ? toInstant(run) : null,
      since: toInstant(since),
    })),
  };
}

function reportOf({ model, resolution }: ModelTarget, status: IngestStatus): IngestReport {
  const { state, progress, lastError, nextPollAt, clockSkewMs } = status;
  return {
    model: model.name,
    resolution,
    state,
    progress: progress
      ? {
          run: toInstant(progress.run),
          startedAt: toInstant(progress.startedAt),
          stepsDone: progress.stepsDone,
          steps: progress.steps,
          downloadedBytes: progress.downloadedBytes,
          totalBytes: progress.totalBytes ?? null,
        }
      : null,
    lastError: lastError
      ? { code: lastError.name, at: toInstant(lastError.at), count: lastError.count }
      : null,
    nextPollAt: nextPollAt ? toInstant(nextPollAt) : null,
    clockSkewSeconds: Math.round(clockSkewMs / 1000),
  };
}
