import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

/** Work that each process does again and again. A failure is logged, and the next turn tries again. */
export abstract class RepeatedWork implements OnApplicationBootstrap, OnModuleDestroy {
  protected readonly logger = new Logger(this.constructor.name);
  /** In milliseconds. */
  protected abstract readonly intervalMs: number;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  abstract work(now: Date): Promise<unknown>;

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      // A turn that takes long stands for the next ones.
      this.running ??= this.takeTurn();
    }, this.intervalMs).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private async takeTurn(): Promise<void> {
    try {
      await this.work(new Date());
    } catch (error) {
      this.logger.warn(error);
    } finally {
      this.running = undefined;
    }
  }
}
