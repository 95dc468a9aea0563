import { HOUR_MS } from '../../core/time/index.js';
import type { VariableName } from '../../weather/meteo/index.js';
import type { CatalogueEntry } from '../../weather/metrics/index.js';
import { locate, StoredPoint, type StoredRun } from '../../store/read/index.js';
import type { Model } from '../../weather/models/index.js';
import type { EntrySpan } from '../request/timeline-spans.js';

/** Hours that one run provides. */
export interface RunSegment {
  run: StoredRun;
  point: StoredPoint;
  firstHourMs: number;
  hours: number;
  /** Runs of the same model, newest first. */
  earlierRuns: readonly StoredRun[];
}

/** What the runs of a model cover at a place, whatever is requested. */
export interface ModelReach {
  model: Model;
  /** Those whose grid contains the place, newest first, at least one. */
  runs: readonly StoredRun[];
  /** The newest run. */
  run: StoredRun;
  point: StoredPoint;
  /** The first and the last hour of any run. */
  firstMs: number;
  lastMs: number;
}

export interface Place {
  latitude: number;
  longitude: number;
}

/**
 * Finds the runs of a model whose grid contains a place. Nothing is read from them.
 *
 * @param runs of any model, newest first
 */
export function reachOf(
  model: Model,
  runs: readonly StoredRun[],
  { latitude, longitude }: Place,
): ModelReach | undefined {
  const here = runs.filter(
    ({ manifest, isTerrain }) =>
      manifest.model === model.name && !isTerrain && locate(manifest.grid, latitude, longitude),
  );
  const point = here.length > 0 ? StoredPoint.at(here[0], latitude, longitude) : undefined;
  if (!point) return undefined;
  const ranges = here.map(rangeOf);
  return {
    model,
    runs: here,
    run: here[0],
    point,
    firstMs: Math.min(...ranges.map(({ firstMs }) => firstMs)),
    lastMs: Math.max(...ranges.map(({ lastMs }) => lastMs)),
  };
}

/**
 * The hours of a span that the model has, each from the newest run that has it, in order of time. An amount covers the
 * hour that starts at its time, so a run has none at its last hour: any other run that has this hour provides it.
 */
export function segmentsOf(reach: ModelReach, span: EntrySpan, place: Place): RunSegment[] {
  const segments = missingFrom(reach, span, place, [], ({ firstMs, lastMs }) => [firstMs, lastMs]);
  const withLast = missingFrom(reach, span, place, segments, ({ lastMs }) => [lastMs, lastMs + HOUR_MS]);
  return joinedSegments(withLast);
}

/** The same without the hours at which runs end: the values of an ensemble's members are for spans up to there. */
export function memberSegmentsOf(reach: ModelReach, span: EntrySpan, place: Place): RunSegment[] {
  return missingFrom(reach, span, place, [], ({ firstMs, lastMs }) => [firstMs, lastMs]);
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

/**
 * Adds the hours that segments lack, from the newest run that has them.
 *
 * @param hoursOf the hours of a run that count: the first, and the one after the last
 * @returns all segments, in order of time
 */
function missingFrom(
  { runs, run: newest, point }: ModelReach,
  { firstMs, count }: EntrySpan,
  { latitude, longitude }: Place,
  segments: readonly RunSegment[],
  hoursOf: (range: { firstMs: number; lastMs: number }) => [firstMs: number, endMs: number],
): RunSegment[] {
  let all = [...segments];
  const endMs = firstMs + count * HOUR_MS;
  for (const [i, run] of runs.entries()) {
    const [runFirstMs, runEndMs] = hoursOf(rangeOf(run));
    const missing = gapsBetween(all, Math.max(firstMs, runFirstMs), Math.min(endMs, runEndMs));
    if (missing.length === 0) continue;
    const known = segments.find((segment) => segment.run === run)?.point;
    const at = run === newest ? point : (known ?? StoredPoint.at(run, latitude, longitude)!);
    const given = missing.map((gap) => ({ run, point: at, ...gap, earlierRuns: runs.slice(i + 1) }));
    all = [...all, ...given].toSorted((a, b) => a.firstHourMs - b.firstHourMs);
  }
  return all;
}

/** @param segments in order of time */
function gapsBetween(
  segments: readonly RunSegment[],
  fromMs: number,
  endMs: number,
): Pick<RunSegment, 'firstHourMs' | 'hours'>[] {
  const gaps: Pick<RunSegment, 'firstHourMs' | 'hours'>[] = [];
  let nextMs = fromMs;
  for (const { firstHourMs, hours } of segments) {
    const untilMs = Math.min(firstHourMs, endMs);
    if (untilMs > nextMs) gaps.push({ firstHourMs: nextMs, hours: (untilMs - nextMs) / HOUR_MS });
    nextMs = Math.max(nextMs, firstHourMs + hours * HOUR_MS);
  }
  if (endMs > nextMs) gaps.push({ firstHourMs: nextMs, hours: (endMs - nextMs) / HOUR_MS });
  return gaps;
}

/** Joins a run's last hour to those before it. */
function joinedSegments(segments: readonly RunSegment[]): RunSegment[] {
  const all: RunSegment[] = [];
  for (const segment of segments) {
    const before = all.at(-1);
    if (before?.run === segment.run && before.firstHourMs + before.hours * HOUR_MS === segment.firstHourMs)
      all[all.length - 1] = { ...before, hours: before.hours + segment.hours };
    else all.push(segment);
  }
  return all;
}
