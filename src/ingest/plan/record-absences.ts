import type { Model } from '../../weather/models/index.js';
import { filesLabel } from './inventories.js';
import { type RefusedRecord } from './refused-records.js';
import { recordName, type RunPlan } from './run-plan.js';
import { stepLabel } from '../request/step-list.js';

/**
 * Describes in one sentence the records of the model's table that a run lacks after step 0, or that were refused, and
 * the members that an ensemble's run lacks, with the file where the first one was looked for. Returns nothing if none
 * is missing. The table's alternatives are all that is known of a model: any other change of a record, such as a new
 * name or level, shows up as its absence.
 */
export function describeAbsences(
  plan: RunPlan,
  model: Model,
  refused: readonly RefusedRecord[] = [],
): string[] {
  const absent = absencesAfterStepZero(plan);
  const said = [
    ...describeAbsent(absent, plan, model),
    ...describeRefused(refused),
    ...describeMembers(plan),
  ];
  return said.length > 0 ? [said.join('; ')] : [];
}

/** Returns the names of these records: `CPOFP:surface`, each once. */
export function namesOfAbsent(plan: RunPlan, model: Model, refused: readonly RefusedRecord[]): string[] {
  const absent = absencesAfterStepZero(plan).map(({ variable }) =>
    recordName(recordOf(variable, model).alternatives[0]),
  );
  return [...new Set([...absent, ...refused.map(({ name }) => name)])];
}

function absencesAfterStepZero({ absences }: RunPlan): RunPlan['absences'] {
  return absences
    .map(({ variable, absentSteps }) => ({ variable, absentSteps: absentSteps.filter((step) => step > 0) }))
    .filter(({ absentSteps }) => absentSteps.length > 0);
}

function recordOf(variable: string, { records }: Model) {
  return records.find((record) => record.variable === variable)!;
}

function describeAbsent(missing: RunPlan['absences'], { steps }: RunPlan, model: Model): string[] {
  if (missing.length === 0) return [];
  const names = missing.map(({ variable, absentSteps }) => {
    const patterns = recordOf(variable, model).alternatives.map(
      (pattern) => `${recordName(pattern)} (${pattern.derivation})`,
    );
    return `${patterns.join(' or ')} at ${absentSteps.length} steps`;
  });
  const where = filesAt(missing[0].absentSteps[0], steps);
  return [`the inventories lack ${names.join('; ')}; looked for the first ${where}`];
}

/** Gives the reason of the first refusal of each record. */
function describeRefused(refused: readonly RefusedRecord[]): string[] {
  return [...Map.groupBy(refused, ({ name }) => name)].map(([name, ofRecord]) => {
    const count = new Set(ofRecord.map(({ stepHours }) => stepHours)).size;
    return `${name} was refused at ${count} steps: ${ofRecord[0].reason}`;
  });
}

function describeMembers({ missingMembers = [], steps }: RunPlan): string[] {
  if (missingMembers.length === 0) return [];
  const names = missingMembers.map(
    ({ names: alike, absentSteps }) => `${alike.join(', ')} at ${absentSteps.length} steps`,
  );
  const where = filesAt(missingMembers[0].absentSteps[0], steps);
  return [`there are no files of the members ${names.join('; ')}; the others were found ${where}`];
}

/** Where a step's first file was found. */
function filesAt(stepHours: number, steps: RunPlan['steps']): string {
  const step = steps.find((found) => found.stepHours === stepHours)!;
  return `at ${stepLabel(stepHours)} in ${filesLabel(step)}`;
}
