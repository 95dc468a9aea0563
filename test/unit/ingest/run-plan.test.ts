import { describe, expect, test } from '@jest/globals';
import { planRun as planOf } from '../../../src/ingest/plan/run-plan.js';
import { type StepInventory } from '../../../src/ingest/plan/inventories.js';
import { gfs } from '../../../src/weather/models/gfs/gfs.model.js';
import { type SourceRecord } from '../../../src/weather/models/model.js';
import { type VariableName } from '../../../src/weather/meteo/variables.js';
import { stepInventory as inventory } from './inventory-records.js';

function facts(...variables: VariableName[]): SourceRecord[] {
  return gfs.records.filter(({ variable }) => variables.includes(variable));
}

/** Every hour is a step of the source. */
const TABLE = Array.from({ length: 13 }, (_, hour) => hour);
const planRun = (sources: SourceRecord[], inventories: StepInventory[]) =>
  planOf(sources, inventories, TABLE);

const AVERAGE_6 = 'TCDC:entire atmosphere:0-6 hour ave fcst';
const AVERAGE_12 = 'TCDC:entire atmosphere:6-12 hour ave fcst';

describe('the plan of a run', () => {
  test('lists each step, its file and the ranges of its records', () => {
    const planned = planRun(facts('temperature2m'), [
      inventory(
        6,
        'UGRD:10 m above ground:6 hour fcst',
        'TMP:2 m above ground:6 hour fcst',
        'X:y:6 hour fcst',
      ),
    ]);
    expect(planned.steps).toMatchObject([
      {
        stepHours: 6,
        records: [
          {
            range: { path: 'file.f6', startBytes: 100, endBytes: 200 },
            forecast: { kind: 'instant', stepHours: 6 },
            label: 'f006 TMP:2 m above ground:6 hour fcst',
          },
        ],
      },
    ]);
    expect(planned.absences).toEqual([]);
  });

  test('reports a missing required record with its step, record and file', () => {
    const inventories = [inventory(0, 'X:y:anl'), inventory(6, 'X:y:6 hour fcst')];
    expect(() => planRun(facts('precipitation'), inventories)).toThrow(
      'f006: required record APCP:surface (accumulated) is not in the inventory http://mirror/file.f6.idx',
    );
  });

  test('allows for a missing optional record, and lists where it is missing', () => {
    const planned = planRun(facts('visibility'), [
      inventory(0, 'VIS:surface:anl'),
      inventory(6, 'X:y:6 hour fcst'),
    ]);
    expect(planned.steps.map(({ records }) => records.length)).toEqual([1, 0]);
    expect(planned.absences).toEqual([{ variable: 'visibility', absentSteps: [6] }]);
  });

  test('neither includes nor misses accumulations at step 0', () => {
    const planned = planRun(facts('precipitation'), [inventory(0, 'APCP:surface:0-0 day acc fcst')]);
    expect(planned).toMatchObject({ steps: [{ records: [] }], absences: [] });
  });

  test('includes static fields from the first step only', () => {
    const planned = planRun(facts('landMask'), [
      inventory(6, 'LAND:surface:6 hour fcst'),
      inventory(12, 'LAND:surface:12 hour fcst'),
    ]);
    expect(planned.steps.map(({ records }) => records.length)).toEqual([1, 0]);
  });
});

describe('the pattern of a variable', () => {
  const derivations = (...inventories: ReturnType<typeof inventory>[]) =>
    planRun(facts('cloudCover'), inventories).steps.map(({ records }) => records[0]?.pattern.derivation);

  test('is the preferred one if every step has it', () => {
    expect(
      derivations(
        inventory(0, 'TCDC:entire atmosphere:anl'),
        inventory(6, AVERAGE_6, 'TCDC:entire atmosphere:6 hour fcst'),
      ),
    ).toEqual(['instant', 'instant']);
  });

  test('is the average if there is no other, and then step 0 has none', () => {
    expect(derivations(inventory(0, 'X:y:anl'), inventory(6, AVERAGE_6), inventory(12, AVERAGE_12))).toEqual([
      undefined,
      'averaged',
      'averaged',
    ]);
  });

  test('is the same for the entire run, so one that is missing at some step is not used', () => {
    expect(
      derivations(
        inventory(0, 'TCDC:entire atmosphere:anl'),
        inventory(6, AVERAGE_6, 'TCDC:entire atmosphere:6 hour fcst'),
        inventory(12, AVERAGE_12),
      ),
    ).toEqual([undefined, 'averaged', 'averaged']);
  });

  test('is determined by step 0 if there are no other steps', () => {
    expect(derivations(inventory(0, 'TCDC:entire atmosphere:anl'))).toEqual(['instant']);
  });
});

test('a record for a span within a bucket starts where the previous one ended', () => {
  const flags = (hours: number) => [
    `CRAIN:surface:0-${hours} hour ave fcst`,
    `CRAIN:surface:${hours} hour fcst`,
  ];
  const { steps } = planRun(
    facts('rainFlag'),
    [1, 2, 3].map((hours) => inventory(hours, ...flags(hours))),
  );
  expect(steps.map(({ records: [record] }) => [record.forecast.kind, record.spanStartHours])).toEqual([
    ['average', undefined],
    ['instant', 1],
    ['instant', 2],
  ]);
});
