import { type Clock } from '../../src/ingest/schedule/clock.js';

/** A clock that stands still until a test lets the time come that is waited for. */
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

  /** Lets `awaited` be the time of the next wait, also where this one is cut short. */
  forget(): void {
    this.waited = undefined;
  }

  /** The time that is waited for, as soon as something waits. */
  async awaited(): Promise<Date> {
    if (!this.waited) await new Promise<void>((resolve) => (this.watcher = resolve));
    return this.waited!.time;
  }

  /** Lets the time come that is waited for; returns the next one. */
  async pass(): Promise<Date> {
    await this.awaited();
    const { time, resume } = this.waited!;
    this.waited = undefined;
    if (time > this.time) this.time = time;
    resume();
    return this.awaited();
  }
}
