import { type Variable, VARIABLES } from '../../meteo/variables.js';
import { type CatalogueEntry } from '../../metrics/metric-catalogue.js';
import { rangeOf, type RunSegment } from '../plan/model-plan.js';
import { type AnswerWarningCode } from './answer-warnings.js';

const HOUR_MS = 3_600_000;

/**
 * Why values of a metric are missing at hours that the runs have, or undefined when none is.
 * @param segments those of all runs that take part
 */
export function reasonForGaps(
  { needs }: CatalogueEntry,
  values: Float64Array,
  firstHourMs: number,
  segments: readonly RunSegment[],
): AnswerWarningCode | undefined {
  const ranges = segments.map(({ run }) => rangeOf(run));
  const indexOf = (timeMs: number) => (timeMs - firstHourMs) / HOUR_MS;
  const first = Math.max(indexOf(Math.min(...ranges.map(({ firstMs }) => firstMs))), 0);
  const lastHour = indexOf(Math.max(...ranges.map(({ lastMs }) => lastMs)));
  const ofRuns = values.subarray(first, lastHour + 1);
  let firstGap = 0;
  while (firstGap < ofRuns.length && ofRuns[firstGap] === ofRuns[firstGap]) firstGap++;
  if (firstGap === ofRuns.length) return undefined;
  const isStored = (variable: (typeof needs)[number][number]) =>
    segments.some(({ point }) => point.variable(variable) !== undefined);
  if (!needs.every((alternatives) => alternatives.some(isStored))) return 'not_in_run';
  const isOf = (is: (variable: Variable) => boolean) => needs.flat().some((name) => is(VARIABLES[name]));
  if (first + firstGap === lastHour && isOf(({ isAmount }) => isAmount === true))
    return 'last_entry_without_amounts';
  const isOfLand = isOf(({ space }) => space === 'bilinear-land');
  return isOfLand && ofRuns.every(Number.isNaN) ? 'no_land' : 'missing_values';
}
