import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RepeatedWork } from '../../core/background/index.js';
import { DurationHistogram } from '../../core/common/index.js';
import { within } from '../../core/time/index.js';
import { countAside } from './journal/damaged-segments.js';
import { Journal, type Segment } from './journal/journal.js';
import { replayLeftovers } from './journal/leftover-journals.js';
import { batchesOf } from './journal/segment-batches.js';
import { UsageWriterService } from './usage-writer.service.js';

/** The database may be unavailable at shutdown: the next start flushes the rest. */
const LAST_FLUSH_MS = 5_000;
const CATCH_UP_MS = 1_000;
const DURATION_BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

/** Continuously moves usage from the journal into the database, beginning with what the last process left. */
@Injectable()
export class UsageFlusherService extends RepeatedWork implements OnModuleInit {
  protected readonly intervalMs = 500;
  /** Failed flushes since the process started. */
  failedFlushes = 0;
  private flushing: Promise<void> | undefined;
  private replay: Promise<void> | undefined;
  /** The durations of flushes that wrote something. */
  readonly durations = new DurationHistogram(DURATION_BOUNDS_MS);

  constructor(
    private readonly journal: Journal,
    private readonly writer: UsageWriterService,
  ) {
    super();
  }

  get backlog(): { bytes: number; ageMs: number } {
    const { backlogBytes: bytes, backlogSinceMs } = this.journal;
    return { bytes, ageMs: backlogSinceMs === undefined ? 0 : Math.max(0, Date.now() - backlogSinceMs) };
  }

  /** Journal frames that could not be read, and so were not counted, since the process started. */
  get lostFrames(): number {
    return this.writer.lostFrames;
  }

  /** Counts the files with such frames that still exist. */
  countDamagedSegments(): Promise<number> {
    return countAside(this.journal.root);
  }

  async onModuleInit(): Promise<void> {
    await this.replayed();
    await this.journal.open();
  }

  /** Resolves when the database has what earlier processes left behind. */
  replayed(): Promise<void> {
    return (this.replay ??= replayLeftovers(this.journal.root, (segments) => this.writer.apply(segments)));
  }

  /** Resolves when the database has every request whose response was sent before the call. */
  async flush(): Promise<void> {
    await this.flushing?.catch(() => undefined);
    await this.work();
  }

  /**
   * Like `flush`, but waits no longer than a report may take.
   * @returns the time up to which the database has every request; earlier than now if the flush takes too long
   */
  async catchUp(): Promise<Date> {
    const askedMs = Date.now();
    const flushed = this.flush().then(() => false);
    const isLate = await within(CATCH_UP_MS, flushed, { otherwise: () => true });
    return new Date(isLate ? Math.min(askedMs, this.journal.backlogSinceMs ?? askedMs) : askedMs);
  }

  /** Doesn't wait, since `stop` does, for some time. */
  override onModuleDestroy(): Promise<void> {
    void super.onModuleDestroy();
    return Promise.resolve();
  }

  /** Must be called after the last response. */
  async stop(): Promise<void> {
    const flushed = this.flush().catch((error: unknown) => {
      this.failures += 1;
      this.failed(error);
    });
    await within(LAST_FLUSH_MS, flushed, { otherwise: () => undefined });
    this.journal.close();
  }

  /** Runs one flush at a time: concurrent callers wait for the same one. */
  work(): Promise<void> {
    return (this.flushing ??= this.applyAll().finally(() => (this.flushing = undefined)));
  }

  protected override succeeded(): void {
    if (this.failures > 0) this.logger.log('Usage is being written again');
  }

  protected override failed(error: unknown): void {
    this.failedFlushes += 1;
    if (this.failures === 1)
      this.logger.warn(
        `Usage can't be written to the database and waits in the journal: ${(error as Error).message}`,
      );
  }

  /** Applies waiting segments first, so that the queue doesn't grow while the database is unavailable. */
  private async applyAll(): Promise<void> {
    const startMs = performance.now();
    const waiting = await this.applyEach(this.journal.waiting);
    const written = await this.applyEach(this.journal.takeSegments());
    if (waiting + written > 0) this.durations.observe(performance.now() - startMs);
  }

  /** @returns the number of segments */
  private async applyEach(segments: readonly Segment[]): Promise<number> {
    const taken = [...segments];
    for (const batch of batchesOf(taken)) {
      await this.writer.apply(batch);
      await this.journal.removeOldest(batch.length);
    }
    return taken.length;
  }
}
