import { expect, test } from '@jest/globals';
import { describeAbsences } from '../../../src/ingest/plan/record-absences.js';
import { type RunPlan } from '../../../src/ingest/plan/run-plan.js';
import { gefs } from '../../../src/weather/models/gefs/gefs.model.js';

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
