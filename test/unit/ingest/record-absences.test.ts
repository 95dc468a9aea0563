import { expect, test } from '@jest/globals';
import { describeAbsences, namesOfAbsent } from '../../../src/ingest/plan/record-absences.js';
import { absencesWith, RefusedRecords } from '../../../src/ingest/plan/refused-records.js';
import { IngestError } from '../../../src/ingest/ingest-error.js';
import { type PlannedRecord, type RunPlan } from '../../../src/ingest/plan/run-plan.js';
import { type VariableName } from '../../../src/weather/meteo/variables.js';
import { gefs } from '../../../src/weather/models/gefs/gefs.model.js';
import { gfs } from '../../../src/weather/models/gfs/gfs.model.js';

const STEPS = [0, 3, 6].map((stepHours) => ({
  stepHours,
  source: { location: 'http://mirror' },
  paths: [`gec00.f00${stepHours}.idx`],
})) as RunPlan['steps'];

test('a run with all records and members has no absences', () => {
  expect(describeAbsences({ steps: STEPS, absences: [], missingMembers: [] }, gefs)).toEqual([]);
});

test('missing records and members are listed in one sentence, with the location of the first of each', () => {
  const absences: RunPlan['absences'] = [{ variable: 'precipitation', absentSteps: [0, 6] }];
  const missingMembers = [
    { names: ['p07', 'p08'], absentSteps: [3, 6], isEverywhere: false },
    { names: ['p30'], absentSteps: [6], isEverywhere: false },
  ];
  expect(describeAbsences({ steps: STEPS, absences, missingMembers }, gefs)).toEqual([
    'the inventories lack APCP:surface (accumulated) at 1 steps; looked for the first at f006 in http://mirror/gec00.f006.idx; ' +
      'there are no files of the members p07, p08 at 2 steps; p30 at 1 steps; the others were found at f003 in http://mirror/gec00.f003.idx',
  ]);
});

/** A record of GFS after step 0. */
function recordOf(variable: VariableName, stepHours: number): PlannedRecord {
  const source = gfs.records.find((record) => record.variable === variable)!;
  const [pattern] = source.alternatives;
  return { source, pattern, forecast: { kind: 'instant', stepHours } } as PlannedRecord;
}
const implausible = (step: number) => new IngestError('ImplausibleValuesError', `f00${step}: too much`);

test('refused records are absent from the run, and are named with the reason', () => {
  const refusals = new RefusedRecords();
  const unknown = new IngestError('RecordUnknownError', 'f003 CPOFP: parameter 0.1.250');
  for (const step of [6, 3]) refusals.note(recordOf('frozenPrecipitationPercent', step), unknown);
  refusals.note(recordOf('temperature2m', 6), implausible(6));
  refusals.noteTaken(recordOf('temperature2m', 3));
  refusals.requireRequired();
  const plan: RunPlan = {
    steps: STEPS,
    absences: [{ variable: 'frozenPrecipitationPercent', absentSteps: [0] }],
  };
  expect(absencesWith(plan, refusals.all)).toEqual([
    { variable: 'frozenPrecipitationPercent', absentSteps: [0, 3, 6] },
    { variable: 'temperature2m', absentSteps: [6] },
  ]);
  expect(namesOfAbsent(plan, gfs, refusals.all)).toEqual(['CPOFP:surface', 'TMP:2 m above ground']);
  expect(describeAbsences(plan, gfs, refusals.all)).toEqual([
    'CPOFP:surface was refused at 2 steps: f003 CPOFP: parameter 0.1.250; ' +
      'TMP:2 m above ground was refused at 1 steps: f006: too much',
  ]);
});

test('a run does not go on if the first three records of a required variable are refused, or all of them', () => {
  const refusals = new RefusedRecords();
  for (const step of [0, 3]) refusals.note(recordOf('temperature2m', step), implausible(step));
  expect(() => refusals.requireRequired()).toThrow('f003: too much');
  expect(() => refusals.note(recordOf('temperature2m', 6), implausible(6))).toThrow('f006: too much');
});

test.each([
  ['a required record that is another one', 'temperature2m', 'RecordUnknownError'],
  ['a required record in an unknown packing', 'temperature2m', 'UnsupportedMessageError'],
  ['a damaged record', 'visibility', 'MalformedMessageError'],
  ['a record of another run', 'visibility', 'ForeignMessageError'],
] as const)('a run does not go on without %s', (_, variable, name) => {
  const error = new IngestError(name, 'f006');
  expect(() => new RefusedRecords().note(recordOf(variable, 6), error)).toThrow(error);
});
