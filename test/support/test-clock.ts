import { type Clock } from '../../src/ingest/schedule/clock.js';

/** A clock that stands still until the test advances it to the awaited time. */
export class TestClock implements Clock {
  private waited: { time: Date; resume: () => void } | undefined;
  private watcher: (() => void) | undefined;

  constructor(private time: Date) {}

  now(): Date {
    return this.time;
  }

  set(time: Date): void {
    this.time = time;
  }

  waitUntil(time: Date, signal: AbortSignal): Promise<void> {
    return new Promise((resume) => {
      signal.addEventListener('abort', () => resume());
      if (signal.aborted) return resume();
      this.waited = { time, resume };
      this.watcher?.();
    });
  }

  /** Makes `awaited` return the time of the next wait, even if the current one is aborted. */
  forget(): void {
    this.waited = undefined;
  }

  /** Returns the awaited time, once something waits. */
  async awaited(): Promise<Date> {
    if (!this.waited) await new Promise<void>((resolve) => (this.watcher = resolve));
    return this.waited!.time;
  }

  /** Advances to the awaited time; returns the next awaited time. */
  async pass(): Promise<Date> {
    await this.awaited();
    const { time, resume } = this.waited!;
    this.waited = undefined;
    if (time > this.time) this.time = time;
    resume();
    return this.awaited();
  }
}
