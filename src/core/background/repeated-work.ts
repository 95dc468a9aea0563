import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

/**
 * Work that each process repeats at an interval. A failure is logged once for a streak of failures, and the next run
 * tries again.
 */
export abstract class RepeatedWork implements OnApplicationBootstrap, OnModuleDestroy {
  protected readonly logger = new Logger(this.constructor.name);
  protected abstract readonly intervalMs: number;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isAskedFor = false;
  private hasFailed = false;

  abstract work(now: Date): Promise<unknown>;

  /** What is repeated: the work, or less of it while there is none. */
  protected turn(now: Date): Promise<unknown> {
    return this.work(now);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      // A run that takes longer than the interval replaces the runs it overlaps.
      this.running ??= this.takeTurn();
    }, this.intervalMs).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.running;
  }

  /** Runs now, or once more after the current run, which may have started before the change. */
  protected hurry(): void {
    if (!this.timer) return;
    this.isAskedFor = true;
    this.running ??= this.takeTurn();
  }

  private async takeTurn(): Promise<void> {
    try {
      do {
        this.isAskedFor = false;
        await this.turn(new Date());
      } while (this.isAskedFor);
      this.hasFailed = false;
    } catch (error) {
      if (!this.hasFailed) this.logger.warn(error);
      this.hasFailed = true;
    } finally {
      this.running = undefined;
    }
  }
}
