import { HOUR_MS } from '../../core/time/index.js';
import { VARIABLES, type Variable, type VariableName } from '../../weather/meteo/index.js';
import type { CatalogueEntry } from '../../weather/metrics/index.js';
import { rangeOf, type RunSegment } from '../plan/model-plan.js';
import { type AnswerWarningCode } from './answer-warnings.js';
import { type HourRange } from './hour-range.js';

/** Which hours of a response the runs cover. */
export interface Coverage {
  /** The first hour of the response. */
  firstHourMs: number;
  segments: readonly RunSegment[];
  /** The segments of ensembles. */
  ensembles: readonly RunSegment[];
  /** The hours that any run of `segments` has. */
  covered: readonly HourRange[];
}

/**
 * Why values of a metric are missing at hours that the runs cover; undefined if none is.
 *
 * @param members the ensemble's values of the metric
 */
export function reasonForGaps(
  metric: CatalogueEntry,
  values: Float64Array,
  members: Float64Array | undefined,
  coverage: Coverage,
): AnswerWarningCode | undefined {
  for (const { first, last } of coverage.covered)
    for (let hour = first; hour <= last; hour++)
      if (values[hour] !== values[hour])
        return reasonForGap(metric, values.subarray(first, last + 1), hour, members, coverage);
  return undefined;
}

/** @param ofRuns the values of the hours around the gap that the runs cover */
function reasonForGap(
  { needs, ofMembers, needsMembers }: CatalogueEntry,
  ofRuns: Float64Array,
  hour: number,
  members: Float64Array | undefined,
  { firstHourMs, segments, ensembles }: Coverage,
): AnswerWarningCode {
  const isIn = (runs: readonly RunSegment[], variable: VariableName) =>
    runs.some(({ point }) => point.variable(variable) !== undefined);
  if (!needs.every((alternatives) => alternatives.some((name) => isIn(segments, name)))) return 'not_in_run';
  if (needsMembers && Number.isNaN(members![hour]))
    return ensembles.length === 0 || isIn(ensembles, ofMembers!) ? 'no_ensemble' : 'not_in_run';
  const isOf = (is: (variable: Variable) => boolean) => needs.flat().some((name) => is(VARIABLES[name]));
  const atMs = firstHourMs + hour * HOUR_MS;
  const endsThere = segments.some(
    ({ run, firstHourMs: segmentMs, hours }) =>
      rangeOf(run).lastMs === atMs && segmentMs <= atMs && atMs < segmentMs + hours * HOUR_MS,
  );
  if (endsThere && isOf(({ isAmount }) => isAmount === true)) return 'last_entry_without_amounts';
  const isOfLand = isOf(({ space }) => space === 'bilinear-land');
  return isOfLand && ofRuns.every(Number.isNaN) ? 'no_land' : 'missing_values';
}
