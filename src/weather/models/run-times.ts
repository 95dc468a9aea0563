import { HOUR_MS, MINUTE_MS } from '../time/index.js';
import { type Model, type RunKind } from './model.js';

const OVERDUE_AFTER_MS = 2 * HOUR_MS;

/** Returns the kind of the runs that begin at an hour; undefined if none do. */
export function runKindOf({ runs }: Model, run: Date): RunKind | undefined {
  return runs.find(({ hoursUtc }) => hoursUtc.includes(run.getUTCHours()));
}

/** Returns the hours at which runs begin, ascending. */
export function runHoursOf({ runs }: Model): number[] {
  return runs.flatMap(({ hoursUtc }) => hoursUtc).sort((one, two) => one - two);
}

/** Returns when the last step of a run is usually there. */
export function runDueAt(model: Model, run: Date): Date {
  return new Date(run.getTime() + (runKindOf(model, run)?.lastStepDelayMinutes ?? 0) * MINUTE_MS);
}

/** Whether a run is so late that the source probably has a problem. */
export function isOverdue(model: Model, run: Date, now: Date): boolean {
  return now.getTime() >= runDueAt(model, run).getTime() + OVERDUE_AFTER_MS;
}

/** Returns when a run becomes stale: even the run after the next one is usually there by then. */
export function staleFrom(model: Model, run: Date): Date {
  return runDueAt(model, nextRun(model, nextRun(model, run)));
}

/** Returns the newest run whose last step is usually there at the given time. */
export function latestRun(model: Model, now: Date): Date {
  let run = previousRun(model, new Date(Math.floor(now.getTime() / HOUR_MS + 1) * HOUR_MS));
  while (runDueAt(model, run) > now) run = previousRun(model, run);
  return run;
}

/** Returns when the first step of a run is usually there. */
export function runBeginsAt(model: Model, run: Date): Date {
  return new Date(run.getTime() + (runKindOf(model, run)?.firstStepDelayMinutes ?? 0) * MINUTE_MS);
}

/** Returns the newest run whose first step is usually there at the given time. */
export function beginningRun(model: Model, now: Date): Date {
  const latest = latestRun(model, now);
  const next = nextRun(model, latest);
  return runBeginsAt(model, next) <= now ? next : latest;
}

export function nextRun(model: Model, run: Date): Date {
  const next = new Date(run.getTime() + HOUR_MS);
  while (!runKindOf(model, next)) next.setTime(next.getTime() + HOUR_MS);
  return next;
}

export function previousRun(model: Model, run: Date): Date {
  const previous = new Date(run.getTime() - HOUR_MS);
  while (!runKindOf(model, previous)) previous.setTime(previous.getTime() - HOUR_MS);
  return previous;
}
