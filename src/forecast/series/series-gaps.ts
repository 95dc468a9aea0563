import { type Variable, type VariableName, VARIABLES } from '../../meteo/variables.js';
import { type CatalogueEntry } from '../../metrics/metric-catalogue.js';
import { type StoredPoint } from '../../model-store/read/stored-point.js';
import { type StoredRun } from '../../model-store/read/stored-run.js';
import { type AnswerWarningCode } from './answer-warnings.js';

const HOUR_MS = 3_600_000;

/** Whether a run has the variables that a metric is made of. */
export function hasNeeds(point: StoredPoint, needs: CatalogueEntry['needs']): boolean {
  const isStored = (variable: VariableName) => point.variable(variable) !== undefined;
  return needs.every((alternatives) => alternatives.some(isStored));
}

/** Why values of a metric are missing at hours that the run has, or undefined when none is. */
export function reasonForGaps(
  { needs }: CatalogueEntry,
  values: Float64Array,
  { run, point, firstHourMs }: { run: StoredRun; point: StoredPoint; firstHourMs: number },
): AnswerWarningCode | undefined {
  const firstHour = (firstHourMs - run.run.getTime()) / HOUR_MS;
  const first = Math.max(point.stepsHours[0] - firstHour, 0);
  const lastHour = point.stepsHours[point.stepsHours.length - 1] - firstHour;
  const ofRun = values.subarray(first, lastHour + 1);
  let firstGap = 0;
  while (firstGap < ofRun.length && ofRun[firstGap] === ofRun[firstGap]) firstGap++;
  if (firstGap === ofRun.length) return undefined;
  if (!hasNeeds(point, needs)) return 'not_in_run';
  const isOf = (is: (variable: Variable) => boolean) => needs.flat().some((name) => is(VARIABLES[name]));
  if (first + firstGap === lastHour && isOf(({ isAmount }) => isAmount === true))
    return 'last_entry_without_amounts';
  const isOfLand = isOf(({ space }) => space === 'bilinear-land');
  return isOfLand && ofRun.every(Number.isNaN) ? 'no_land' : 'missing_values';
}
