import type { Model } from '../../weather/models/index.js';
import { placeLabel } from './inventories.js';
import { type RunPlan } from './run-plan.js';
import { stepLabel } from '../request/step-list.js';

/**
 * Describes in one sentence the records of the model's table that a run lacks after step 0, and the members that an
 * ensemble's run lacks, with the place where the first one was looked for. Returns nothing if none is missing. The
 * table's alternatives are all that is known of a model: any other change of a record, such as a new name or level,
 * shows up as its absence.
 */
export function describeAbsences(plan: RunPlan, model: Model): string[] {
  const said = [...absentRecords(plan, model), ...absentMembers(plan)];
  return said.length > 0 ? [said.join('; ')] : [];
}

function absentRecords({ absences, steps }: RunPlan, { records }: Model): string[] {
  const missing = absences
    .map(({ variable, absentSteps }) => ({ variable, absentSteps: absentSteps.filter((step) => step > 0) }))
    .filter(({ absentSteps }) => absentSteps.length > 0);
  if (missing.length === 0) return [];
  const names = missing.map(({ variable, absentSteps }) => {
    const { alternatives } = records.find((record) => record.variable === variable)!;
    const patterns = alternatives.map(
      ({ parameter, level, derivation }) => `${parameter}:${level} (${derivation})`,
    );
    return `${patterns.join(' or ')} at ${absentSteps.length} steps`;
  });
  const where = placeAt(missing[0].absentSteps[0], steps);
  return [`the inventories lack ${names.join('; ')}; looked for the first ${where}`];
}

function absentMembers({ missingMembers = [], steps }: RunPlan): string[] {
  if (missingMembers.length === 0) return [];
  const names = missingMembers.map(
    ({ names: alike, absentSteps }) => `${alike.join(', ')} at ${absentSteps.length} steps`,
  );
  const where = placeAt(missingMembers[0].absentSteps[0], steps);
  return [`there are no files of the members ${names.join('; ')}; the others were found ${where}`];
}

/** Where a step's first file was found. */
function placeAt(stepHours: number, steps: RunPlan['steps']): string {
  const step = steps.find((found) => found.stepHours === stepHours)!;
  return `at ${stepLabel(stepHours)} in ${placeLabel(step)}`;
}
