import { setImmediate } from 'node:timers/promises';
import { type Awaitable } from '../../common/awaitable.js';
import { type StoredRun } from '../../model-store/stored-run.js';

/** Steps of some milliseconds that a request may take before others have their turn. */
const STEPS_AT_ONCE = 4;

/** Lets all other requests have their turn. */
export function nextTurn(): Promise<void> {
  return setImmediate();
}

/** Does a work at once where it is short, and else over several turns, in which the runs that it reads stay open. */
export function workOff<T>(runs: readonly StoredRun[], steps: Generator<void, T>): Awaitable<T> {
  for (let i = 0; i < STEPS_AT_ONCE; i++) {
    const step = steps.next();
    if (step.done) return step.value;
  }
  return withOpenRuns(runs, async () => {
    for (;;) {
      await nextTurn();
      const step = steps.next();
      if (step.done) return step.value;
    }
  });
}

/** The catalogue may close runs in any later turn. */
export async function withOpenRuns<T>(runs: readonly StoredRun[], work: () => Promise<T>): Promise<T> {
  for (const run of runs) run.retain();
  try {
    return await work();
  } finally {
    for (const run of runs) run.release();
  }
}
