import type { RunWarning } from '../../store/format/index.js';
import { stepsOf } from '../../weather/models/index.js';
import { type IngestRequest } from '../request/ingest-request.js';
import { plannedHours, type RunPlan } from './run-plan.js';
import { compressSteps } from '../request/step-list.js';

/**
 * Returns the warnings for readers of the run: what the source lacked, and impossible values.
 *
 * @param ofValues sentences by warning code
 */
export function runWarnings(
  { model, resolution, run }: IngestRequest,
  missingSteps: number[],
  plan: RunPlan,
  ofValues: Record<string, string[]>,
): RunWarning[] {
  const table = stepsOf({ model, resolution, maxStepHours: Infinity }, run);
  const { absences, missingMembers = [] } = plan;
  const { length: stepCount } = plannedHours(plan);
  const warnings: RunWarning[] = [];
  if (missingSteps.length > 0) {
    const detail = `The source had no steps ${compressSteps(missingSteps, table)} of this run.`;
    warnings.push({ code: 'missing_steps', detail });
  }
  const whereOf = (absentSteps: number[]) =>
    absentSteps.length === stepCount ? 'at any step' : `at steps ${compressSteps(absentSteps, table)}`;
  for (const [where, absent] of Map.groupBy(absences, ({ absentSteps }) => whereOf(absentSteps))) {
    const names = absent.map(({ variable }) => variable).join(', ');
    warnings.push({ code: 'missing_records', detail: `The source had no ${names} ${where}.` });
  }
  for (const { names, absentSteps, isEverywhere } of missingMembers) {
    const where = isEverywhere ? 'at any step' : `at steps ${compressSteps(absentSteps, table)}`;
    const detail = `The source had no members ${names.join(', ')} ${where}; the others count.`;
    warnings.push({ code: 'missing_members', detail });
  }
  for (const [code, details] of Object.entries(ofValues)) {
    for (const detail of details) warnings.push({ code, detail });
  }
  return warnings;
}
