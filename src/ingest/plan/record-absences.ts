import { type Model } from '../../models/model.js';
import { placeLabel } from './inventories.js';
import { type RunPlan } from './run-plan.js';
import { stepLabel } from '../request/step-list.js';

/**
 * A sentence on the records that the model's table names and a run lacks at a step after its hour, with where the first one
 * was looked for; none where it has them all. The table's alternatives are what is known of a model: whatever else
 * becomes of a record, such as another name or level, shows as its absence.
 */
export function describeAbsences({ absences, steps }: RunPlan, { records }: Model): string[] {
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
  const [firstStep] = missing[0].absentSteps;
  const step = steps.find(({ stepHours }) => stepHours === firstStep)!;
  return [
    `the inventories lack ${names.join('; ')}; looked for the first at ${stepLabel(firstStep)} in ${placeLabel(step)}`,
  ];
}
