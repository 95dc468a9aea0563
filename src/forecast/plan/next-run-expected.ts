import { DAY_MS } from '../../core/time/index.js';
import { type Model, nextRun, runDueAt } from '../../weather/models/index.js';

/** Upper bound of the time that a run takes to be complete. */

/**
 * When the next run that can be newer than `served` is usually complete at the source. The expected time of a late run
 * is past, so the result is that of the first run due after `now`.
 */
export function nextRunExpectedAt(model: Model, served: Date | undefined, now: Date): Date {
  const afterMs = Math.max(now.getTime() - DAY_MS, served?.getTime() ?? -Infinity);
  const hour = new Date(afterMs);
  hour.setUTCMinutes(0, 0, 0);
  let run = nextRun(model, hour);
  while (runDueAt(model, run) <= now) run = nextRun(model, run);
  return runDueAt(model, run);
}
