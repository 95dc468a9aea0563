import { AsyncLocalStorage } from 'node:async_hooks';
import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

/**
 * Work that each process repeats. A failure is logged once for a streak of failures, and the next run tries again.
 * Stopping waits for the current run.
 *
 * Features extend it, some in plain JavaScript: what they may not replace is `#private`.
 */
export abstract class RepeatedWork implements OnApplicationBootstrap, OnModuleDestroy {
  protected readonly logger = new Logger(this.constructor.name);
  /** The wait between two runs. Read before each. */
  protected abstract readonly intervalMs: number;
  protected isStopping = false;
  /** In a row. */
  protected failures = 0;
  /** Leaves the async context of the caller: its transaction ends before later runs, and its request is not theirs. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isRepeated = false;
  #isAskedFor = false;

  abstract work(now: Date): Promise<unknown>;

  /** What is repeated: the work, or less of it while there is none. */
  protected turn(now: Date): Promise<unknown> {
    return this.work(now);
  }

  protected succeeded(): void {
    // Called after each run that succeeded, before `failures` becomes 0.
  }

  /** Called after each run that failed. */
  protected failed(error: unknown): void {
    if (this.failures === 1) this.logger.warn(error);
  }

  onApplicationBootstrap(): void {
    this.repeat();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** The first run is after the interval. */
  protected repeat(): void {
    this.#isRepeated = true;
    this.#schedule();
  }

  /** Runs now, or once more after the current run, which may have started before the change. */
  protected hurry(): void {
    if (!this.#isRepeated || this.isStopping) return;
    this.#isAskedFor = true;
    this.#begin();
  }

  #schedule(): void {
    if (this.isStopping) return;
    this.#timer = setTimeout(() => this.#begin(), this.intervalMs).unref();
  }

  #begin(): void {
    // Not at once, so that work that hurries itself doesn't begin twice.
    this.#running ??= this.#outside(() => Promise.resolve().then(() => this.#run()));
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    do {
      this.#isAskedFor = false;
      await this.#runOnce();
    } while (this.#isAskedFor && !this.isStopping);
    this.#running = undefined;
    this.#schedule();
  }

  async #runOnce(): Promise<void> {
    try {
      await this.turn(new Date());
      this.succeeded();
      this.failures = 0;
    } catch (error) {
      this.failures += 1;
      this.failed(error);
    }
  }
}
