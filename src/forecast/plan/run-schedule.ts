import { type Model } from '../../models/model.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * When the next run that can be newer than `served` is usually complete at the source. A run that is late has passed
 * its time, so the answer is the first one after `now`.
 */
export function nextRunExpectedAt(model: Model, served: Date | undefined, now: Date): Date {
  const delayMs = model.lastStepDelayMinutes * MINUTE_MS;
  const afterMs = Math.max(now.getTime() - delayMs, served?.getTime() ?? -Infinity);
  const midnightMs = Math.floor(afterMs / DAY_MS) * DAY_MS;
  const hours = [...model.runHoursUtc, model.runHoursUtc[0] + 24];
  const runsMs = hours.map((hour) => midnightMs + hour * 60 * MINUTE_MS);
  return new Date(Math.min(...runsMs.filter((runMs) => runMs > afterMs)) + delayMs);
}
