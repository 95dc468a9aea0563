import { type FeedFault } from './feed-fault.js';
import { type IngestSummary } from './ingest-summary.js';
import { type SourceReport } from '../source/mirrors.js';
import type { IngestState } from './ingest-report.types.js';

/** A run that is being ingested. */
export interface RunProgress {
  run: Date;
  startedAt: Date;
  stepsDone: number;
  stepsStored: number;
  /** 0 until the inventories are read. */
  steps: number;
  downloadedBytes: number;
  /** The download size of the run, including what an earlier attempt downloaded; undefined until it is known. */
  totalBytes: number | undefined;
}

/** The newest run in the store that runs are ingested into. */
export interface NewestStored {
  model: string;
  run: Date;
  publishedAt: Date;
}

/** Where a run came from, and what was wrong with it. */
type TakenFrom = Pick<IngestSummary, 'product' | 'sources' | 'missingRecords' | 'outsideValues'>;

export interface IngestFailure {
  /** An IngestErrorName, or the name of another error. */
  name: string;
  /** May name the source and paths of this machine: for administrators only. */
  message: string;
  at: Date;
  /** Failures in a row. */
  count: number;
}

/** The current state of a model's ingest in this process. Other processes get it as an IngestReport. */
export class IngestStatus {
  state: IngestState = 'off';
  /** Set while a run is ingested. */
  progress: RunProgress | undefined;
  /** Undefined after a success. */
  lastError: IngestFailure | undefined;
  /** Set while waiting for the next poll. */
  nextPollAt: Date | undefined;
  /** How far the source's clock is ahead of this machine's; 0 if they agree or nothing is known. */
  clockSkewMs = 0;
  /** Failed attempts and published runs since the process started. */
  failures = 0;
  publications = 0;
  /**
   * Faults of the source: `runFault` is of a run that could not be ingested, `recordsFault` of the last one that was.
   */
  runFault: FeedFault | undefined;
  recordsFault: FeedFault | undefined;
  /** The model's product that the last run was ingested from. */
  product: string | undefined;
  /** Records of the model's table that the last run lacks. */
  missingRecords: readonly string[] = [];
  /** Values of published runs, since the process started, that are missing because they cannot be on Earth. */
  outsideValues = 0;
  /** As of the last poll or run. */
  sources: SourceReport[] = [];
  /** Steps read since the process started, by source. */
  readonly stepsOfSource = new Map<string, number>();
  /** As of the last poll or publication. */
  newestStored: NewestStored | undefined;
  /** When the source was last polled, or a run ingested from it, without a failure. */
  lastSuccessAt: Date | undefined;

  /** @param changed called when the state changes or a run is published */
  constructor(private readonly changed: () => void = () => undefined) {}

  poll(): void {
    this.enter('polling');
  }

  begin(run: Date, startedAt: Date): void {
    const progress = {
      run,
      startedAt,
      stepsDone: 0,
      stepsStored: 0,
      steps: 0,
      downloadedBytes: 0,
      totalBytes: undefined,
    };
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

  /** @param recordsFault what the published run lacks */
  publish(run: Date, taken: TakenFrom, recordsFault: FeedFault | undefined): void {
    const { product, sources, missingRecords, outsideValues } = taken;
    this.publications += 1;
    this.product = product;
    this.sources = sources;
    this.missingRecords = missingRecords;
    this.outsideValues += outsideValues;
    for (const { location, steps } of sources)
      this.stepsOfSource.set(location, (this.stepsOfSource.get(location) ?? 0) + steps);
    this.recordsFault = recordsFault;
    if (!this.runFault?.run || this.runFault.run <= run) this.runFault = undefined;
    this.changed();
  }

  /** A poll reads no steps, so those of the last run are kept. */
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
