import { type Model } from '../../models/model.js';
import { placeLabel } from './inventories.js';
import { type RunPlan } from './run-plan.js';
import { stepLabel } from '../request/step-list.js';

/**
 * A sentence on the records that the model's table names and a run lacks at a step after its hour, and on the members of an
 * ensemble that it lacks, with where the first one was looked for; none where it has them all. The table's alternatives are
 * what is known of a model: whatever else becomes of a record, such as another name or level, shows as its absence.
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
