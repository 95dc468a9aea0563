import { StoredPoint } from '../../model-store/read/stored-point.js';
import { type StoredRun } from '../../model-store/read/stored-run.js';
import { type Model } from '../../models/model.js';
import { MODELS } from '../../models/models.js';
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
  /** In the order of time. The last one is of `run`; the others complete its first day out of earlier runs. */
  segments: RunSegment[];
  /** Whether no run of the model is newer. */
  isNewest: boolean;
  /** Whether more was asked for than the run has. */
  outlastsRun: boolean;
  /** Whether a day has hours that no segment has. */
  hasPartialDays: boolean;
}

/**
 * The newest run whose grid contains the point and whose steps span the start; undefined when there is none.
 *
 * @param runs newest first
 */
export function planForecast(runs: readonly StoredRun[], query: ForecastQuery): ForecastPlan | undefined {
  const asked = askedSpans(query);
  const starts = startsOf(asked, query);
  for (const run of runs) {
    const model = Object.values(MODELS).find(({ name }) => name === run.manifest.model);
    if (!model || (query.source !== 'auto' && model.name !== query.source)) continue;
    const { firstMs, lastMs } = rangeOf(run);
    if (Math.min(...starts) < firstMs || Math.max(...starts) > lastMs) continue;
    const point = StoredPoint.at(run, query.latitude, query.longitude);
    if (!point) continue;
    const spans = spansUntil(asked, lastMs);
    const isNewest = runs.find(({ manifest }) => manifest.model === model.name) === run;
    const main = mainSegment(run, point, spans, earlierThan(run, runs));
    const segments = [...earlierSegments(main, spans, query), main];
    const outlastsRun = !areAsLong(spans, asked);
    const hasPartialDays = hasGaps(spans, segments);
    return { model, run, point, spans, segments, isNewest, outlastsRun, hasPartialDays };
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

/** The hours of the run out of which the entries are made. */
function mainSegment(
  run: StoredRun,
  point: StoredPoint,
  spans: TimelineSpans,
  earlierRuns: readonly StoredRun[],
): RunSegment {
  const range = rangeOf(run);
  const needed = hoursFor(spans);
  if (!needed) return { run, point, firstHourMs: range.firstMs, hours: 0, earlierRuns };
  const firstHourMs = Math.max(needed.firstMs, range.firstMs);
  const lastHourMs = Math.min(needed.firstMs + (needed.count - 1) * HOUR_MS, range.lastMs);
  const hours = Math.max(0, (lastHourMs - firstHourMs) / HOUR_MS + 1);
  return { run, point, firstHourMs, hours, earlierRuns };
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
