/** What the ingest is doing: `off` without a schedule, `looking` for a run at the source, `waiting` for the next look. */
export type IngestState = 'off' | 'waiting' | 'looking' | 'ingesting';

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

export interface IngestFailure {
  /** An IngestErrorName, or the name of another error. */
  name: string;
  /** May name the source and paths of this machine: for administrators only. */
  message: string;
  at: Date;
  /** Failures in a row. */
  count: number;
}

/** The present state of the scheduled ingest, for whoever shows it. */
export class IngestStatus {
  state: IngestState = 'off';
  /** While a run is taken. */
  progress: RunProgress | undefined;
  /** Undefined after a success. */
  lastError: IngestFailure | undefined;
  /** While nothing is under way. */
  nextLookAt: Date | undefined;
  /** By how much the clock of the source is ahead of ours; 0 while they agree, or nothing is known. */
  clockSkewMs = 0;
  /** Since the process started: attempts that failed, and runs that were published. */
  failures = 0;
  publications = 0;
  /** When the source was last looked at, or a run taken from it, without a failure. */
  lastSuccessAt: Date | undefined;

  look(): void {
    this.enter('looking');
  }

  begin(run: Date, startedAt: Date): void {
    this.enter('ingesting');
    this.progress = { run, startedAt, stepsDone: 0, steps: 0, downloadedBytes: 0, totalBytes: undefined };
  }

  wait(nextLookAt: Date): void {
    this.enter('waiting');
    this.nextLookAt = nextLookAt;
  }

  stop(): void {
    this.enter('off');
  }

  fail(error: unknown, at: Date): void {
    this.failures += 1;
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    this.lastError = { name, message, at, count: (this.lastError?.count ?? 0) + 1 };
  }

  publish(): void {
    this.publications += 1;
  }

  succeed(at: Date): void {
    this.lastError = undefined;
    this.lastSuccessAt = at;
  }

  private enter(state: IngestState): void {
    this.state = state;
    this.progress = undefined;
    this.nextLookAt = undefined;
  }
}
