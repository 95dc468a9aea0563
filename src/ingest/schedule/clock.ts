import { setTimeout as sleep } from 'node:timers/promises';

/** How often to check the time: timers stop while a machine sleeps, and clocks may be adjusted. */
const SLICE_MS = 60_000;

/** The time, and waiting for it; tests have their own. */
export interface Clock {
  now(): Date;
  /** Resolves at a time, or immediately when the signal is aborted. */
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
