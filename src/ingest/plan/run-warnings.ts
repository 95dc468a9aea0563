import type { RunWarning } from '../../store/format/index.js';
import { stepsOf } from '../../weather/models/index.js';
import { type IngestRequest } from '../request/ingest-request.js';
import { type Findings } from '../fields/record-taker.js';
import { describeOutside } from '../fields/plausibility.js';
import { absencesWith, type RefusedRecord } from './refused-records.js';
import { plannedHours, type RunPlan } from './run-plan.js';
import { compressSteps } from '../request/step-list.js';

/** Returns the warnings for readers of the run: what the source lacked, and impossible values. */
export function runWarnings(
  { model, resolution, run }: IngestRequest,
  missingSteps: number[],
  plan: RunPlan,
  refused: readonly RefusedRecord[],
  findings: Findings,
): RunWarning[] {
  const table = stepsOf({ model, resolution, maxStepHours: Infinity }, run);
  const { missingMembers = [] } = plan;
  const { length: stepCount } = plannedHours(plan);
  const warnings: RunWarning[] = [];
  if (missingSteps.length > 0) {
    const detail = `The source had no steps ${compressSteps(missingSteps, table)} of this run.`;
    warnings.push({ code: 'missing_steps', detail });
  }
  const whereOf = (absentSteps: number[]) =>
    absentSteps.length === stepCount ? 'at any step' : `at steps ${compressSteps(absentSteps, table)}`;
  for (const [where, absent] of Map.groupBy(absencesWith(plan, refused), ({ absentSteps }) =>
    whereOf(absentSteps),
  )) {
    const names = absent.map(({ variable }) => variable).join(', ');
    warnings.push({ code: 'missing_records', detail: `The source had no ${names} ${where}.` });
  }
  for (const { names, absentSteps, isEverywhere } of missingMembers) {
    const where = isEverywhere ? 'at any step' : `at steps ${compressSteps(absentSteps, table)}`;
    const detail = `The source had no members ${names.join(', ')} ${where}; the others count.`;
    warnings.push({ code: 'missing_members', detail });
  }
  const { outside, implausible, differences } = findings;
  for (const detail of [...describeOutside(outside), ...implausible])
    warnings.push({ code: 'implausible_values', detail });
  for (const detail of differences) warnings.push({ code: 'total_differs', detail });
  return warnings;
}
