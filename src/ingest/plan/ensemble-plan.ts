import { MEMBER_STATISTICS, type VariableName } from '../../weather/meteo/index.js';
import type { Model } from '../../weather/models/index.js';
import { type StepInventory } from './inventories.js';
import { planRun, type PlannedRecord, type PlannedStep, type RunPlan } from './run-plan.js';

/**
 * Decides which records of an ensemble's run are ingested: for each member, the same as for a run of its own.
 * Statistics are absent at a step where fewer than `leastMembers` members have the records that they need.
 *
 * @param inventories ascending by step; within a step, in member order
 * @param table see planRun
 */
export function planEnsemble(
  model: Pick<Model, 'records' | 'ensemble'>,
  inventories: StepInventory[],
  table: readonly number[],
): RunPlan {
  const { members, leastMembers } = model.ensemble!;
  const ofMembers = members.map(({ name }) =>
    planRun(
      model.records,
      inventories.filter(({ member }) => member?.name === name),
      table,
    ),
  );
  const files = new Map(
    ofMembers.flatMap(({ steps }) => steps.map((step) => [step.paths[0], step] as const)),
  );
  const steps = inventories.map(({ paths }) => ({ ...files.get(paths[0])!, records: [] as PlannedRecord[] }));
  const absences: RunPlan['absences'] = [];
  const taken = MEMBER_STATISTICS.filter(({ of }) =>
    of.every((variable) => model.records.some((record) => record.variable === variable)),
  );
  for (const statistics of taken) {
    const absentSteps: number[] = [];
    for (const ofStep of byStep(steps)) {
      const made = ofStep.flatMap((file) => {
        const records = recordsOf(files.get(file.paths[0])!, statistics.of);
        return records ? [{ file, records }] : [];
      });
      if (made.length < leastMembers) {
        // At step 0 there are no spans yet.
        if (ofStep[0].stepHours > 0) absentSteps.push(ofStep[0].stepHours);
        continue;
      }
      made.forEach(({ file, records }, index) =>
        records.forEach((record, component) => {
          const { name, number } = file.member!;
          const isLast = index === made.length - 1 && component === records.length - 1;
          const label = `${name} ${record.label}`;
          file.records.push({ ...record, label, member: { name, number, statistics, leastMembers, isLast } });
        }),
      );
    }
    if (absentSteps.length > 0)
      absences.push(...statistics.of.map((variable) => ({ variable, absentSteps })));
  }
  return { steps, absences, missingMembers: missingMembers(model, steps) };
}

/** Returns the members that are missing at ingested steps, grouped by the steps that they lack. */
function missingMembers(
  { ensemble }: Pick<Model, 'ensemble'>,
  steps: PlannedStep[],
): NonNullable<RunPlan['missingMembers']> {
  const taken = byStep(steps.filter(({ records }) => records.length > 0));
  const lacking = ensemble!.members.flatMap(({ name }) => {
    const absentSteps = taken
      .filter((files) => !files.some(({ member }) => member?.name === name))
      .map(([{ stepHours }]) => stepHours);
    return absentSteps.length > 0 ? [{ name, absentSteps }] : [];
  });
  return [...Map.groupBy(lacking, ({ absentSteps }) => absentSteps.join()).values()].map((alike) => ({
    names: alike.map(({ name }) => name),
    absentSteps: alike[0].absentSteps,
    isEverywhere: alike[0].absentSteps.length === taken.length,
  }));
}

/** Groups files by step. */
function byStep(steps: PlannedStep[]): PlannedStep[][] {
  return [...Map.groupBy(steps, ({ stepHours }) => stepHours).values()];
}

/** Returns a file's records of some variables; undefined if one is missing. */
function recordsOf(
  { records }: PlannedStep,
  variables: readonly VariableName[],
): PlannedRecord[] | undefined {
  const found = variables.flatMap(
    (variable) => records.find(({ source }) => source.variable === variable) ?? [],
  );
  return found.length === variables.length ? found : undefined;
}
