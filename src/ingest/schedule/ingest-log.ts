import { LRUCache } from 'lru-cache';
import { type Logger } from 'pino';
import { type FeedFault } from '../status/feed-fault.js';
import { type IngestProgress } from '../status/ingest-progress.js';
import { type IngestStatus } from '../status/ingest-status.js';
import { type IngestSummary } from '../status/ingest-summary.js';
import { formatBytes } from '../status/format.js';
import { runLabel } from '../request/run-time.js';
import { stepLabel } from '../request/step-list.js';
import { type RunToTake } from './part-finder.js';
import type { SourceReport, SourceState } from '../source/mirrors.js';

/** The share of a run, in percent, after which progress is logged again. */
const PROGRESS_PERCENT = 10;

/** More than the parts of all runs that are looked for. */
const SAID_KEPT = 100;

/**
 * Logs what the scheduler does. A repeated failure is logged as a warning only once, so that an outage doesn't flood
 * the log.
 */
export class IngestLog {
  private failing: string | undefined;
  private isSkewed = false;
  private readonly faults = new Set<string>();
  /** Warnings of the last published run or part. */
  private warned = '';
  private readonly states = new Map<string, SourceState>();
  /** The latest runs, and their parts, that were logged. */
  private readonly said = new LRUCache<string, true>({ max: SAID_KEPT });
  /** The run last logged as incomplete. */
  private incompleteMs: number | undefined;

  constructor(
    private readonly logger: Pick<Logger, 'debug' | 'info' | 'warn'>,
    private readonly source: string,
  ) {}

  /** Logs a run once, however many parts and attempts it takes. */
  begins({ run, steps, isPart }: RunToTake): void {
    const fields = { run: runLabel(run), ...(isPart && { upTo: lastOf(steps) }), source: this.source };
    this.logger[this.levelOf(fields.run)](fields, 'Downloading a model run');
  }

  /** Keeps the status up to date and logs every tenth of a run. */
  progress(status: IngestStatus): IngestProgress {
    let loggedPercent = 0;
    return {
      begin: (steps, totalBytes) => {
        const { progress } = status;
        if (!progress) return;
        Object.assign(progress, { steps, totalBytes });
        const size = totalBytes === undefined ? 'unknown' : formatBytes(totalBytes);
        const fields = { run: runLabel(progress.run), steps, size };
        this.logger[this.levelOf(`${fields.run} ${steps}`)](fields, 'Model run found at the source');
      },
      step: (_stepHours, _records, downloadedBytes) => {
        const { progress } = status;
        if (!progress) return;
        progress.stepsDone++;
        progress.downloadedBytes += downloadedBytes;
        const percent = Math.floor((100 * progress.stepsDone) / progress.steps);
        if (percent < loggedPercent + PROGRESS_PERCENT) return;
        loggedPercent = percent - (percent % PROGRESS_PERCENT);
        const { run, stepsDone, steps } = progress;
        this.logger.info(
          { run: runLabel(run), percent, stepsDone, steps, downloadedBytes: progress.downloadedBytes },
          'Model run in progress',
        );
      },
      stored: () => {
        if (status.progress) status.progress.stepsStored++;
      },
      end: () => undefined,
    };
  }

  published({ run, isPart, steps }: RunToTake, summary: IngestSummary): void {
    const { stepsHours, records, downloadedBytes, seconds, warnings, removedRuns, product } = summary;
    const upTo = lastOf(stepsHours);
    const isAll = !isPart && upTo === lastOf(steps);
    const served = summary.sources.filter(({ steps }) => steps > 0);
    // What a source always lacks is logged once, not with each part of each run.
    const said = warnings.join();
    const isNew = said !== this.warned;
    this.warned = said;
    this.logger.info(
      {
        run: runLabel(run),
        ...(!isAll && { upTo }),
        steps: stepsHours.length,
        records,
        downloadedBytes,
        seconds: Math.round(seconds * 10) / 10,
        ...(isNew && { warnings }),
        removedRuns,
        product,
        sources: Object.fromEntries(served.map(({ location, steps }) => [location, steps])),
      },
      isAll ? 'Model run published' : 'Part of a model run published',
    );
  }

  /** `info` for what is said for the first time. */
  private levelOf(what: string): 'info' | 'debug' {
    const isNew = !this.said.get(what);
    this.said.set(what, true);
    return isNew ? 'info' : 'debug';
  }

  awaited(run: Date, nextPollAt: Date): void {
    this.logger.debug({ run: runLabel(run), nextPollAt }, 'A model run is due but not complete yet');
  }

  /** Logs what a run lacks, once for each run. */
  incomplete(run: Date, { message }: Error): void {
    const isNew = this.incompleteMs !== run.getTime();
    this.incompleteMs = run.getTime();
    this.logger[isNew ? 'info' : 'debug'](
      { run: runLabel(run), reason: message },
      'A model run has its last step but lacks another; waiting for it',
    );
  }

  late(run: Date): void {
    this.logger.warn(
      { run: runLabel(run), source: this.source },
      'A model run was not complete when the next one began; ingesting whichever is complete first',
    );
  }

  busy(nextPollAt: Date): void {
    this.logger.debug({ nextPollAt }, 'Another process is ingesting a model run');
  }

  failed(error: unknown, nextPollAt: Date, backOffMs: number): void {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const isNew = this.failing !== name;
    this.failing = name;
    this.logger[isNew ? 'warn' : 'debug'](
      { error: name, reason: message, nextPollAt, backOffSeconds: Math.round(backOffMs / 1000) },
      'No model run could be ingested; forecasts come from what is stored, and from long-term averages. Further failures of this kind are logged at the level debug',
    );
  }

  succeeded(): void {
    if (this.failing !== undefined)
      this.logger.info({ after: this.failing }, 'The model source is reachable again');
    this.failing = undefined;
  }

  /** Logs a fault of the source, once for each kind. */
  fault({ name, message }: Error): void {
    const isNew = !this.faults.has(name);
    this.faults.add(name);
    this.logger[isNew ? 'warn' : 'debug'](
      { error: name, reason: message },
      'The source of a model has changed unexpectedly: new runs may be missing',
    );
  }

  /** Logs which faults are over. */
  well(remaining: FeedFault[]): void {
    for (const name of this.faults) {
      if (remaining.some(({ code }) => code === name)) continue;
      this.faults.delete(name);
      this.logger.info({ after: name }, 'The source of a model is back to normal');
    }
  }

  /** Logs when a source starts to fail or lag, and when it recovers. */
  sources(sources: SourceReport[]): void {
    for (const { location, state, error } of sources) {
      const before = this.states.get(location) ?? 'well';
      this.states.set(location, state);
      if (state === before) continue;
      const reason = error === null ? {} : { error };
      if (state === 'well') this.logger.info({ source: location }, 'A source of a model has recovered');
      else
        this.logger.warn(
          { source: location, ...reason },
          `A source of a model ${state === 'failing' ? 'fails' : 'is behind'}; using the next one`,
        );
    }
  }

  /** Warns once, and again only after the clocks have agreed in between. */
  skew(skewMs: number, toleranceMs: number): void {
    const isSkewed = Math.abs(skewMs) > toleranceMs;
    if (isSkewed && !this.isSkewed) {
      this.logger.warn(
        { source: this.source, differenceSeconds: Math.round(skewMs / 1000) },
        `This machine's clock is ${skewMs > 0 ? 'behind' : 'ahead of'} the model source's. The schedule follows the source's clock; forecasts follow this machine's`,
      );
    }
    this.isSkewed = isSkewed;
  }
}

function lastOf(stepsHours: number[]): string {
  return stepLabel(stepsHours[stepsHours.length - 1]);
}
