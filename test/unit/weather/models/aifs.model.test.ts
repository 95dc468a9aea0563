import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parseEcmwfIndex } from '../../../../src/weather/grib/ecmwf-index.js';
import { type StepInventory } from '../../../../src/ingest/plan/inventories.js';
import { planRun } from '../../../../src/ingest/plan/run-plan.js';
import { aifs } from '../../../../src/weather/models/aifs/aifs.model.js';
import { type StepFiles } from '../../../../src/weather/models/model.js';
import { stepsOf, stepTable } from '../../../../src/weather/models/model-target.js';
import { latestRun } from '../../../../src/weather/models/run-times.js';
import { stepPath } from '../../../../src/weather/models/step-path.js';
import { describeWithSharedData, sharedData } from '../../../support/shared-data.js';
import { stepInventory } from '../../ingest/inventory-records.js';

const at = (time: string) => new Date(`2026-04-20T${time}:00Z`);

describe('the AIFS model', () => {
  test.each([0, 6, 12, 18])('has 61 steps to 360 h in the %i UTC run', (hour) => {
    const target = { model: aifs, resolution: '0p25', maxStepHours: 360 };
    const steps = stepsOf(target, new Date(Date.UTC(2026, 3, 20, hour)));
    expect([steps.length, steps[1], steps.at(-1)]).toEqual([61, 6, 360]);
  });

  test('has runs that are complete 5 h 45 min after their start', () => {
    expect(latestRun(aifs, at('05:44'))).toEqual(new Date('2026-04-19T18:00:00Z'));
    expect(latestRun(aifs, at('05:45'))).toEqual(at('00:00'));
  });

  test('names files as in ECMWF’s open data', () => {
    const [{ file, inventory }] = aifs.resolutions['0p25'].products as StepFiles[];
    const path = '20260420/06z/aifs-single/0p25/oper/20260420060000-12h-oper-fc';
    expect(stepPath(file, at('06:00'), 12)).toBe(`${path}.grib2`);
    expect(stepPath(inventory.path, at('06:00'), 12)).toBe(`${path}.index`);
  });
});

describeWithSharedData('a real AIFS index', () => {
  const inventoryOf = (stepHours: number): StepInventory => ({
    ...stepInventory(stepHours),
    records: parseEcmwfIndex(
      readFileSync(join(sharedData ?? '', `index/aifs_single_20250301_00z_${stepHours}h.index`), 'utf8'),
    ).map((record) => ({ ...record, path: 'aifs' })),
  });

  test('has every record of the model', () => {
    const plan = planRun(aifs.records, [inventoryOf(0), inventoryOf(6)], stepTable(aifs, '0p25'));
    const names = plan.steps.map(({ records }) => records.map(({ pattern }) => pattern.parameter));
    expect(names).toEqual([
      ['2t', '2d', '10u', '10v', 'sp', 'tcc', 'z', 'lsm'],
      ['2t', '2d', '10u', '10v', 'sp', 'tp', 'sf', 'tcc'],
    ]);
    expect(plan.absences).toEqual([]);
    const total = plan.steps[1].records.find(({ pattern }) => pattern.parameter === 'tp');
    expect(total).toMatchObject({
      forecast: { kind: 'accumulation', startHours: 0, stepHours: 6 },
      range: { startBytes: 55_640_090, endBytes: 55_640_090 + 653_441 },
    });
  });
});
