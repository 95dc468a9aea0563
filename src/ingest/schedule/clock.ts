import { setTimeout as sleep } from 'node:timers/promises';

/** Timers stand still while a machine sleeps, and clocks are set: so the time is looked at this often. */
const SLICE_MS = 60_000;

/** The time, and waiting; tests have their own. */
export interface Clock {
  now(): Date;
  /** Resolves at a time, or at once when the signal is aborted. */
  waitUntil(time: Date, signal: AbortSignal): Promise<void>;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => new Date(),
  async waitUntil(time, signal) {
    for (;;) {
      const leftMs = time.getTime() - Date.now();
      if (leftMs <= 0 || signal.aborted) return;
      await sleep(Math.min(leftMs, SLICE_MS), undefined, { signal }).catch(() => undefined);
    }
  },
};
