import { StoredPoint } from '../../model-store/read/stored-point.js';
import { type StoredRun } from '../../model-store/read/stored-run.js';
import { type Model } from '../../models/model.js';
import { type ForecastQuery } from '../request/forecast-query.js';
import {
  areAsLong,
  askedSpans,
  HOUR_MS,
  hoursFor,
  spansUntil,
  type TimelineSpans,
  wholeHourFrom,
} from '../request/timeline-spans.js';

/** Hours that one run gives. */
export interface RunSegment {
  run: StoredRun;
  point: StoredPoint;
  firstHourMs: number;
  /** 0 when no entry is asked for. */
  hours: number;
  /** Of the same model, newest first. */
  earlierRuns: readonly StoredRun[];
}

/** Which run answers, with which entries, out of which hours. */
export interface ForecastPlan {
  model: Model;
  run: StoredRun;
  point: StoredPoint;
  spans: TimelineSpans;
  /**
   * In the order of time: one is of `run`, those before it complete its first day, and those after it continue it where
   * it ends, all out of earlier runs of the model.
   */
  segments: RunSegment[];
  /** Whether no run of the model is newer. */
  isNewest: boolean;
  /** Whether more was asked for than the runs have. */
  outlastsRuns: boolean;
  /** Whether hours of the first day are out of earlier runs. */
  completesFirstDay: boolean;
  /** Whether a day has hours that no segment has. */
  hasPartialDays: boolean;
}

/**
 * The newest run of the preferred model whose grid contains the point and whose steps span the start, else that of the
 * next one; undefined when there is none.
 *
 * @param models that may be used, the preferred one first
 * @param runs newest first
 */
export function planForecast(
  models: readonly Model[],
  runs: readonly StoredRun[],
  query: ForecastQuery,
): ForecastPlan | undefined {
  for (const model of models) {
    const plan = planOfModel(model, runs, query);
    if (plan) return plan;
  }
  return undefined;
}

function planOfModel(
  model: Model,
  runs: readonly StoredRun[],
  query: ForecastQuery,
): ForecastPlan | undefined {
  const asked = askedSpans(query);
  const starts = startsOf(asked, query);
  for (const run of runs) {
    if (run.manifest.model !== model.name) continue;
    const { firstMs, lastMs } = rangeOf(run);
    if (Math.min(...starts) < firstMs || Math.max(...starts) > lastMs) continue;
    const point = StoredPoint.at(run, query.latitude, query.longitude);
    if (!point) continue;
    const earlierRuns = earlierThan(run, runs);
    // A model that is asked for by its name ends with its run, once that is whole.
    const isContinued = query.source === 'auto' || run.manifest.isPart;
    const later = isContinued ? laterSegments({ run, earlierRuns }, asked, query) : [];
    // The hour in which it ends is the next one's.
    if (later.length > 0 && Math.max(...starts) === lastMs) continue;
    const spans = spansUntil(asked, later.length > 0 ? rangeOf(later[later.length - 1].run).lastMs : lastMs);
    const endMs = later.length > 0 ? later[0].firstHourMs : lastMs + HOUR_MS;
    const main = mainSegment({ run, point, earlierRuns }, spans, firstMs, endMs);
    const before = earlierSegments(main, spans, query);
    const segments = [...before, main, ...later];
    return {
      model,
      run,
      point,
      spans,
      segments,
      isNewest: runs.find(({ manifest }) => manifest.model === model.name) === run,
      outlastsRuns: !areAsLong(spans, asked),
      completesFirstDay: before.length > 0,
      hasPartialDays: hasGaps(spans, segments),
    };
  }
  return undefined;
}

/** What the run must have. A day may have begun before the run, so days alone ask for their start. */
function startsOf({ hourly, minutely }: TimelineSpans, { start }: ForecastQuery): number[] {
  const starts = [hourly, minutely].flatMap((span) => (span ? [span.firstMs] : []));
  return starts.length > 0 ? starts : [start.getTime()];
}

function rangeOf({ run, manifest }: StoredRun): { firstMs: number; lastMs: number } {
  const { stepsHours } = manifest;
  const at = (step: number) => run.getTime() + step * HOUR_MS;
  return { firstMs: at(stepsHours[0]), lastMs: at(stepsHours[stepsHours.length - 1]) };
}

function earlierThan({ run, manifest }: StoredRun, runs: readonly StoredRun[]): StoredRun[] {
  return runs.filter((other) => other.manifest.model === manifest.model && other.run < run);
}

/** The hours from `firstMs` up to but without `endMs` out of which the entries are made. */
function mainSegment(
  source: Pick<RunSegment, 'run' | 'point' | 'earlierRuns'>,
  spans: TimelineSpans,
  firstMs: number,
  endMs: number,
): RunSegment {
  const needed = hoursFor(spans);
  if (!needed) return { ...source, firstHourMs: firstMs, hours: 0 };
  const firstHourMs = Math.max(needed.firstMs, firstMs);
  const neededEndMs = needed.firstMs + needed.count * HOUR_MS;
  return {
    ...source,
    firstHourMs,
    hours: Math.max(0, (Math.min(neededEndMs, endMs) - firstHourMs) / HOUR_MS),
  };
}

/**
 * The hours from the end of a run on, each from the newest earlier run that reaches it. Amounts cover the hour that
 * starts at their time, so that a run's last hour is the next one's first.
 */
function laterSegments(
  { run, earlierRuns }: Pick<RunSegment, 'run' | 'earlierRuns'>,
  asked: TimelineSpans,
  { latitude, longitude }: ForecastQuery,
): RunSegment[] {
  const segments: RunSegment[] = [];
  const needed = hoursFor(asked);
  const neededEndMs = needed ? needed.firstMs + needed.count * HOUR_MS : -Infinity;
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

/** Whether the days have hours that no segment has. */
function hasGaps({ daily = [] }: TimelineSpans, segments: readonly RunSegment[]): boolean {
  return daily.some((day) => {
    const firstMs = wholeHourFrom(day.startMs);
    const endMs = wholeHourFrom(day.endMs);
    const covered = segments.reduce((hours, { firstHourMs, hours: count }) => {
      const from = Math.max(firstMs, firstHourMs);
      const to = Math.min(endMs, firstHourMs + count * HOUR_MS);
      return hours + Math.max(0, (to - from) / HOUR_MS);
    }, 0);
    return covered < (endMs - firstMs) / HOUR_MS;
  });
}
