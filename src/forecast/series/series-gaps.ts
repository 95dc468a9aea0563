import { VARIABLES, type Variable, type VariableName } from '../../weather/meteo/index.js';
import type { CatalogueEntry } from '../../weather/metrics/index.js';
import { rangeOf, type RunSegment } from '../plan/model-plan.js';
import { type AnswerWarningCode } from './answer-warnings.js';
import { type HourRange } from './hour-range.js';

const HOUR_MS = 3_600_000;

/** Which hours of a response the runs cover. */
export interface Coverage {
  segments: readonly RunSegment[];
  /** The segments of ensembles. */
  ensembles: readonly RunSegment[];
  /** From the first to the last hour that any run of `segments` covers. */
  range: HourRange;
}

export function coverageOf(
  segments: readonly RunSegment[],
  ensembles: readonly RunSegment[],
  firstHourMs: number,
): Coverage {
  const ranges = segments.map(({ run }) => rangeOf(run));
  const first = (Math.min(...ranges.map(({ firstMs }) => firstMs)) - firstHourMs) / HOUR_MS;
  const last = (Math.max(...ranges.map(({ lastMs }) => lastMs)) - firstHourMs) / HOUR_MS;
  return { segments, ensembles, range: { first: Math.max(first, 0), last } };
}

/**
 * Why values of a metric are missing at hours that the runs cover; undefined if none is.
 *
 * @param members the ensemble's values of the metric
 */
export function reasonForGaps(
  { needs, ofMembers, needsMembers }: CatalogueEntry,
  values: Float64Array,
  members: Float64Array | undefined,
  { segments, ensembles, range: { first, last } }: Coverage,
): AnswerWarningCode | undefined {
  const ofRuns = values.subarray(first, last + 1);
  let firstGap = 0;
  while (firstGap < ofRuns.length && ofRuns[firstGap] === ofRuns[firstGap]) firstGap++;
  if (firstGap === ofRuns.length) return undefined;
  const isIn = (runs: readonly RunSegment[], variable: VariableName) =>
    runs.some(({ point }) => point.variable(variable) !== undefined);
  if (!needs.every((alternatives) => alternatives.some((name) => isIn(segments, name)))) return 'not_in_run';
  if (needsMembers && Number.isNaN(members![first + firstGap]))
    return ensembles.length === 0 || isIn(ensembles, ofMembers!) ? 'no_ensemble' : 'not_in_run';
  const isOf = (is: (variable: Variable) => boolean) => needs.flat().some((name) => is(VARIABLES[name]));
  if (first + firstGap === last && isOf(({ isAmount }) => isAmount === true))
    return 'last_entry_without_amounts';
  const isOfLand = isOf(({ space }) => space === 'bilinear-land');
  return isOfLand && ofRuns.every(Number.isNaN) ? 'no_land' : 'missing_values';
}
