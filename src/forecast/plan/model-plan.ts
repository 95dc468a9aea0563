import type { VariableName } from '../../weather/meteo/index.js';
import type { CatalogueEntry } from '../../weather/metrics/index.js';
import { StoredPoint, type StoredRun } from '../../store/read/index.js';
import type { Model } from '../../weather/models/index.js';
import { type ForecastQuery } from '../request/forecast-query.js';
import { HOUR_MS, hoursFor, type TimelineSpans, wholeHourFrom } from '../request/timeline-spans.js';

/** Hours that one run provides. */
export interface RunSegment {
  run: StoredRun;
  point: StoredPoint;
  firstHourMs: number;
  /** 0 if no entries are requested. */
  hours: number;
  /** Runs of the same model, newest first. */
  earlierRuns: readonly StoredRun[];
}

/** What the runs of a model cover at a point. */
export interface ModelReach {
  model: Model;
  /** The main run; others of the model fill hours before and after it. */
  run: StoredRun;
  point: StoredPoint;
  earlierRuns: readonly StoredRun[];
  /** Hours after its end, from earlier runs that reach further. */
  later: RunSegment[];
  /** The first hour of the run, and the last one including `later`. */
  firstMs: number;
  lastMs: number;
  hasStart: boolean;
  /** Whether no run of the model is newer. */
  isNewest: boolean;
}

/**
 * Finds the newest run of a model whose grid contains the point and whose steps cover the start. If there is none and
 * other models may provide the first hours, finds the run that begins soonest after the start. Otherwise undefined.
 *
 * @param runs newest first
 */
export function reachOf(
  model: Model,
  runs: readonly StoredRun[],
  query: ForecastQuery,
  asked: TimelineSpans,
): ModelReach | undefined {
  const ofModel = runs.filter(({ manifest }) => manifest.model === model.name);
  const starts = startsOf(asked, query);
  let laterStart: ModelReach | undefined;
  for (const run of ofModel) {
    const { firstMs, lastMs } = rangeOf(run);
    const hasStart = Math.min(...starts) >= firstMs && Math.max(...starts) <= lastMs;
    const mayBegin = query.source === 'auto' && Math.min(...starts) < firstMs && firstMs < neededEndOf(asked);
    const point = hasStart || mayBegin ? StoredPoint.at(run, query.latitude, query.longitude) : undefined;
    if (!point) continue;
    const earlierRuns = earlierThan(run, ofModel);
    // A model requested by name ends with its run, once that is complete.
    const isContinued = query.source === 'auto' || run.manifest.isPart;
    const later = isContinued ? laterSegments({ run, earlierRuns }, asked, query) : [];
    // The hour at which a run ends belongs to the run that continues it.
    if (later.length > 0 && Math.max(...starts) === lastMs) continue;
    const reach: ModelReach = {
      model,
      run,
      point,
      earlierRuns,
      later,
      firstMs,
      lastMs: later.length > 0 ? rangeOf(later[later.length - 1].run).lastMs : lastMs,
      hasStart,
      isNewest: run === ofModel[0],
    };
    if (hasStart) return reach;
    laterStart = reach;
  }
  return laterStart;
}

/**
 * The hours from which the entries are made, in order of time: those of earlier runs that complete the first day, those
 * of the model's run, and those of earlier runs that continue it.
 */
export function segmentsOf(reach: ModelReach, spans: TimelineSpans, query: ForecastQuery): RunSegment[] {
  const main = mainSegment(reach, spans);
  return [...earlierSegments(main, spans, query), main, ...reach.later];
}

/** Whether a run has the variables that a metric needs. */
export function hasNeeds(point: StoredPoint, needs: CatalogueEntry['needs']): boolean {
  const isStored = (variable: VariableName) => point.variable(variable) !== undefined;
  return needs.every((alternatives) => alternatives.some(isStored));
}

/** The first and the last hour of a run. */
export function rangeOf({ run, manifest }: StoredRun): { firstMs: number; lastMs: number } {
  const { stepsHours } = manifest;
  const at = (step: number) => run.getTime() + step * HOUR_MS;
  return { firstMs: at(stepsHours[0]), lastMs: at(stepsHours[stepsHours.length - 1]) };
}

/** The times that the run must cover. A day may begin before the run, so days alone only require the query's start. */
function startsOf({ hourly, minutely }: TimelineSpans, { start }: ForecastQuery): number[] {
  const starts = [hourly, minutely].flatMap((span) => (span ? [span.firstMs] : []));
  return starts.length > 0 ? starts : [start.getTime()];
}

function neededEndOf(spans: TimelineSpans): number {
  const needed = hoursFor(spans);
  return needed ? needed.firstMs + needed.count * HOUR_MS : -Infinity;
}

function earlierThan({ run, manifest }: StoredRun, runs: readonly StoredRun[]): StoredRun[] {
  return runs.filter((other) => other.manifest.model === manifest.model && other.run < run);
}

function mainSegment(
  { run, point, earlierRuns, firstMs, later }: ModelReach,
  spans: TimelineSpans,
): RunSegment {
  const source = { run, point, earlierRuns };
  const needed = hoursFor(spans);
  if (!needed) return { ...source, firstHourMs: firstMs, hours: 0 };
  const firstHourMs = Math.max(needed.firstMs, firstMs);
  const endMs = later.length > 0 ? later[0].firstHourMs : rangeOf(run).lastMs + HOUR_MS;
  return {
    ...source,
    firstHourMs,
    hours: Math.max(0, (Math.min(neededEndOf(spans), endMs) - firstHourMs) / HOUR_MS),
  };
}

/**
 * The hours from the end of a run on, each from the newest earlier run that reaches it. An amount covers the hour that
 * starts at its time, so a run has none at its last hour, which is the first hour of the next run.
 */
function laterSegments(
  { run, earlierRuns }: Pick<ModelReach, 'run' | 'earlierRuns'>,
  asked: TimelineSpans,
  { latitude, longitude }: ForecastQuery,
): RunSegment[] {
  const segments: RunSegment[] = [];
  const neededEndMs = neededEndOf(asked);
  let { lastMs: reachedMs } = rangeOf(run);
  for (const earlier of earlierRuns) {
    if (reachedMs >= neededEndMs) break;
    const { firstMs, lastMs } = rangeOf(earlier);
    if (firstMs > reachedMs || lastMs <= reachedMs) continue;
    const point = StoredPoint.at(earlier, latitude, longitude);
    if (!point) continue;
    const before = segments.at(-1);
    if (before) before.hours = (reachedMs - before.firstHourMs) / HOUR_MS;
    const hours = (Math.min(lastMs + HOUR_MS, neededEndMs) - reachedMs) / HOUR_MS;
    const itsEarlierRuns = earlierThan(earlier, earlierRuns);
    segments.push({ run: earlier, point, firstHourMs: reachedMs, hours, earlierRuns: itsEarlierRuns });
    reachedMs = lastMs;
  }
  return segments;
}

/** The hours of the first day before the run, each from the newest run that has it. */
function earlierSegments(
  main: RunSegment,
  { daily }: TimelineSpans,
  { latitude, longitude }: ForecastQuery,
): RunSegment[] {
  const segments: RunSegment[] = [];
  const neededMs = daily && daily.length > 0 ? wholeHourFrom(daily[0].startMs) : Infinity;
  let endMs = main.firstHourMs;
  for (const run of main.earlierRuns) {
    if (neededMs >= endMs) break;
    const { firstMs, lastMs } = rangeOf(run);
    const firstHourMs = Math.max(firstMs, neededMs);
    const lastHourMs = Math.min(lastMs, endMs - HOUR_MS);
    if (lastHourMs < firstHourMs) continue;
    const point = StoredPoint.at(run, latitude, longitude);
    if (!point) continue;
    const hours = (lastHourMs - firstHourMs) / HOUR_MS + 1;
    segments.unshift({ run, point, firstHourMs, hours, earlierRuns: earlierThan(run, main.earlierRuns) });
    endMs = firstHourMs;
  }
  return segments;
}
