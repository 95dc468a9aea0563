import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Journal, type Segment } from './journal.js';
import { replayLeftovers } from './leftover-journals.js';
import { UsageWriter } from './usage-writer.service.js';

const FLUSH_EVERY_MS = 500;
/** The database may be away when the service stops: what is left is flushed by the next start. */
const LAST_FLUSH_MS = 5_000;

/** Moves usage from the journal into the database, all the time; what the last process left comes first. */
@Injectable()
export class UsageFlusher implements OnModuleInit {
  private readonly logger = new Logger(UsageFlusher.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isStopping = false;
  private hasFailed = false;
  private replay: Promise<void> | undefined;

  constructor(
    private readonly journal: Journal,
    private readonly writer: UsageWriter,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.replayed();
    await this.journal.open();
    this.schedule();
  }

  /** Resolves when the database has what earlier processes left behind. */
  replayed(): Promise<void> {
    return (this.replay ??= replayLeftovers(this.journal.root, (segment) => this.writer.apply(segment)));
  }

  /** Resolves when the database has every request that was answered before the call. */
  async flush(): Promise<void> {
    await this.running?.catch(() => undefined);
    await this.run();
  }

  /** After the last request was answered. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    const late = sleep(LAST_FLUSH_MS, undefined, { ref: false });
    await Promise.race([this.flush().catch((error: unknown) => this.warn(error)), late]);
    this.journal.close();
  }

  private schedule(): void {
    if (this.isStopping) return;
    this.timer = setTimeout(() => {
      void this.run()
        .catch((error: unknown) => this.warn(error))
        .then(() => this.schedule());
    }, FLUSH_EVERY_MS);
  }

  /** One at a time: who comes meanwhile waits for the same. */
  private run(): Promise<void> {
    this.running ??= this.applyAll().finally(() => (this.running = undefined));
    return this.running;
  }

  /** What had to wait for the database comes first, so that nothing is added to the queue while it is away. */
  private async applyAll(): Promise<void> {
    await this.applyEach(this.journal.waiting);
    await this.applyEach(this.journal.takeSegments());
    if (this.hasFailed) this.logger.log('Usage is written again');
    this.hasFailed = false;
  }

  private async applyEach(segments: readonly Segment[]): Promise<void> {
    for (const segment of [...segments]) {
      await this.writer.apply(segment);
      await this.journal.removeOldest();
    }
  }

  /** The first failure of a series is worth a line. */
  private warn(error: unknown): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    this.logger.warn(`Usage cannot be written now, and waits in the journal: ${(error as Error).message}`);
  }
}
