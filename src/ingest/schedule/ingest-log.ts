import { type Logger } from 'pino';
import { type IngestProgress } from '../ingest-progress.js';
import { type IngestStatus } from '../ingest-status.js';
import { type IngestSummary } from '../ingest-summary.js';
import { runLabel } from '../run-time.js';

/** The shares of a run, in percent, after which its progress is logged. */
const PROGRESS_PERCENT = 10;

/** What the scheduler says in the service's log. A failure that repeats is said once, so that an outage floods nothing. */
export class IngestLog {
  private failing: string | undefined;
  private isSkewed = false;
  /** The run that was last said to be incomplete. */
  private incompleteMs: number | undefined;

  constructor(
    private readonly logger: Pick<Logger, 'debug' | 'info' | 'warn'>,
    private readonly source: string,
  ) {}

  begins(run: Date): void {
    this.logger.info({ run: runLabel(run), source: this.source }, 'Taking a model run');
  }

  /** Keeps the status up to date and logs every tenth of a run. */
  progress(status: IngestStatus): IngestProgress {
    let loggedPercent = 0;
    return {
      begin: (steps, totalBytes) => {
        if (status.progress) Object.assign(status.progress, { steps, totalBytes });
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
          'A model run is on its way',
        );
      },
      end: () => undefined,
    };
  }

  published(run: Date, summary: IngestSummary): void {
    const { stepsHours, records, downloadedBytes, seconds, warnings, removedRuns } = summary;
    this.logger.info(
      {
        run: runLabel(run),
        steps: stepsHours.length,
        records,
        downloadedBytes,
        seconds: Math.round(seconds * 10) / 10,
        warnings,
        removedRuns,
      },
      'A model run is published',
    );
  }

  awaited(run: Date, nextLookAt: Date): void {
    this.logger.debug({ run: runLabel(run), nextLookAt }, 'A model run is due and not complete yet');
  }

  /** Says once of a run what it lacks. */
  incomplete(run: Date, { message }: Error): void {
    const isNew = this.incompleteMs !== run.getTime();
    this.incompleteMs = run.getTime();
    this.logger[isNew ? 'info' : 'debug'](
      { run: runLabel(run), reason: message },
      'A model run has its last step and lacks another; it is waited for',
    );
  }

  late(run: Date): void {
    this.logger.warn(
      { run: runLabel(run), source: this.source },
      'A model run was not complete when the next one was due; whichever is complete first is taken',
    );
  }

  busy(nextLookAt: Date): void {
    this.logger.debug({ nextLookAt }, 'Another process takes a model run');
  }

  failed(error: unknown, nextLookAt: Date, backOffMs: number): void {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const isNew = this.failing !== name;
    this.failing = name;
    this.logger[isNew ? 'warn' : 'debug'](
      { error: name, reason: message, nextLookAt, backOffSeconds: Math.round(backOffMs / 1000) },
      'No model run could be taken; the service goes on with what is stored. Further failures of this kind are not logged',
    );
  }

  succeeded(): void {
    if (this.failing !== undefined)
      this.logger.info({ after: this.failing }, 'The model source is reachable again');
    this.failing = undefined;
  }

  /** Warns once, and again after the clocks have agreed in between. */
  skew(skewMs: number, toleranceMs: number): void {
    const isSkewed = Math.abs(skewMs) > toleranceMs;
    if (isSkewed && !this.isSkewed) {
      this.logger.warn(
        { source: this.source, differenceSeconds: Math.round(skewMs / 1000) },
        `The clock of this machine is ${skewMs > 0 ? 'behind' : 'ahead of'} that of the model source, by which runs are looked for; answers go by the clock of this machine`,
      );
    }
    this.isSkewed = isSkewed;
  }
}
