import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

/** Work that each process does again and again. A failure is logged, once for all in a row, and the next turn tries again. */
export abstract class RepeatedWork implements OnApplicationBootstrap, OnModuleDestroy {
  protected readonly logger = new Logger(this.constructor.name);
  /** In milliseconds. */
  protected abstract readonly intervalMs: number;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isAskedFor = false;
  private hasFailed = false;

  abstract work(now: Date): Promise<unknown>;

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      // A turn that takes long stands for the next ones.
      this.running ??= this.takeTurn();
    }, this.intervalMs).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.running;
  }

  /** Takes a turn now, or after the one that has begun, which may have looked too early. */
  protected hurry(): void {
    if (!this.timer) return;
    this.isAskedFor = true;
    this.running ??= this.takeTurn();
  }

  private async takeTurn(): Promise<void> {
    try {
      do {
        this.isAskedFor = false;
        await this.work(new Date());
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
