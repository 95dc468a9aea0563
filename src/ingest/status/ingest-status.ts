import { type FeedFault } from './feed-fault.js';
import { type IngestSummary } from './ingest-summary.js';
import { type SourceReport } from '../source/mirrors.js';
import type { IngestState } from './ingest-report.types.js';

/** A run on its way into the store. */
export interface RunProgress {
  run: Date;
  startedAt: Date;
  stepsDone: number;
  /** 0 until the inventories are read. */
  steps: number;
  downloadedBytes: number;
  /** All that is to be had of the run, what an earlier attempt has downloaded included; undefined until it is known. */
  totalBytes: number | undefined;
}

/** The newest run in the store that runs are taken to. */
export interface NewestStored {
  model: string;
  run: Date;
  publishedAt: Date;
}

/** Where a run came from. */
type TakenFrom = Pick<IngestSummary, 'product' | 'sources'>;

export interface IngestFailure {
  /** An IngestErrorName, or the name of another error. */
  name: string;
  /** May name the source and paths of this machine: for administrators only. */
  message: string;
  at: Date;
  /** Failures in a row. */
  count: number;
}

/** The present state of a model's ingest in this process. Others are told of it by an IngestReport. */
export class IngestStatus {
  state: IngestState = 'off';
  /** While a run is taken. */
  progress: RunProgress | undefined;
  /** Undefined after a success. */
  lastError: IngestFailure | undefined;
  /** While nothing is under way. */
  nextPollAt: Date | undefined;
  /** By how much the clock of the source is ahead of ours; 0 while they agree, or nothing is known. */
  clockSkewMs = 0;
  /** Since the process started: attempts that failed, and runs that were published. */
  failures = 0;
  publications = 0;
  /** What is wrong with the source; see FeedFault. `runFault` is of a run that could not be taken, `recordsFault` of the last one that was. */
  runFault: FeedFault | undefined;
  recordsFault: FeedFault | undefined;
  /** The product of the model that the last run was taken from. */
  product: string | undefined;
  /** As of the last poll, or of the last run. */
  sources: SourceReport[] = [];
  /** Steps that were read since the process started, by source. */
  readonly stepsOfSource = new Map<string, number>();
  /** As of the last poll, or publication. */
  newestStored: NewestStored | undefined;
  /** When the source was last polled, or a run taken from it, without a failure. */
  lastSuccessAt: Date | undefined;

  /** @param changed told when it does something else, or has published a run */
  constructor(private readonly changed: () => void = () => undefined) {}

  poll(): void {
    this.enter('polling');
  }

  begin(run: Date, startedAt: Date): void {
    const progress = { run, startedAt, stepsDone: 0, steps: 0, downloadedBytes: 0, totalBytes: undefined };
    this.enter('ingesting', { progress });
  }

  wait(nextPollAt: Date): void {
    this.enter('waiting', { nextPollAt });
  }

  stop(): void {
    this.enter('off');
  }

  fail(error: unknown, at: Date): void {
    this.failures += 1;
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    this.lastError = { name, message, at, count: (this.lastError?.count ?? 0) + 1 };
  }

  /** @param recordsFault what the run that was taken lacks */
  publish(run: Date, { product, sources }: TakenFrom, recordsFault: FeedFault | undefined): void {
    this.publications += 1;
    this.product = product;
    this.sources = sources;
    for (const { location, steps } of sources)
      this.stepsOfSource.set(location, (this.stepsOfSource.get(location) ?? 0) + steps);
    this.recordsFault = recordsFault;
    if (!this.runFault?.run || this.runFault.run <= run) this.runFault = undefined;
    this.changed();
  }

  /** A look reads no steps: those of the last run stay. */
  noteSources(sources: SourceReport[]): void {
    const stepsOf = (location: string) =>
      this.sources.find((known) => known.location === location)?.steps ?? 0;
    this.sources = sources.map((source) => ({ ...source, steps: stepsOf(source.location) }));
  }

  get faults(): FeedFault[] {
    return [this.runFault, this.recordsFault].filter((fault) => fault !== undefined);
  }

  succeed(at: Date): void {
    this.lastError = undefined;
    this.lastSuccessAt = at;
  }

  private enter(
    state: IngestState,
    known: Partial<Pick<IngestStatus, 'progress' | 'nextPollAt'>> = {},
  ): void {
    this.state = state;
    this.progress = known.progress;
    this.nextPollAt = known.nextPollAt;
    this.changed();
  }
}
