import { describe, expect, test } from '@jest/globals';
import { remainderOf, VARIABLE_NAMES } from '../../../../src/weather/meteo/variables.js';
import {
  keptVariables,
  MEMBER_STATISTICS,
} from '../../../../src/weather/meteo/ensemble/member-statistics.js';
import { gefs } from '../../../../src/weather/models/gefs/gefs.model.js';
import { gfs } from '../../../../src/weather/models/gfs/gfs.model.js';
import { type StepFiles } from '../../../../src/weather/models/model.js';
import { stepsOf } from '../../../../src/weather/models/model-target.js';
import { stepPath } from '../../../../src/weather/models/step-path.js';

describe('the GFS model', () => {
  test('has hourly steps to 120 h, then every 3 h to 384 h, 209 files in all, at 0.25°', () => {
    const steps = stepsOf({ model: gfs, resolution: '0p25', maxStepHours: 384 });
    expect(steps).toHaveLength(209);
    expect(steps.slice(0, 3)).toEqual([0, 1, 2]);
    expect(steps.slice(119, 123)).toEqual([119, 120, 123, 126]);
    expect(steps.at(-1)).toBe(384);
  });

  test.each(['0p50', '1p00'])('has steps every 3 h to 384 h at %s', (resolution) => {
    const steps = stepsOf({ model: gfs, resolution: resolution, maxStepHours: 384 });
    expect(steps).toHaveLength(129);
    expect(steps.slice(0, 3)).toEqual([0, 3, 6]);
    expect(steps.at(-1)).toBe(384);
  });

  test('has steps up to the last one within the maximum', () => {
    expect(stepsOf({ model: gfs, resolution: '0p25', maxStepHours: 122 }).at(-1)).toBe(120);
    expect(stepsOf({ model: gfs, resolution: '0p25', maxStepHours: 123 }).at(-1)).toBe(123);
    expect(stepsOf({ model: gfs, resolution: '1p00', maxStepHours: 0 })).toEqual([0]);
    expect(stepsOf({ model: gfs, resolution: '1p00', maxStepHours: 1000 }).at(-1)).toBe(384);
  });

  test('names files in the bucket’s layouts, the smallest first', () => {
    const run = new Date('2020-08-04T06:00:00Z');
    const paths = (resolution: string, step: number) =>
      (gfs.resolutions[resolution].products as StepFiles[]).map(({ file }) => stepPath(file, run, step));
    const v17 = 'gfs.20200804/06/products/atmos/grib2/0p25/gfs.t06z.pres_a.0p25';
    expect(paths('0p25', 0)).toEqual(['gfs.20200804/06/atmos/gfs.t06z.pgrb2.0p25.f000', `${v17}.f000.grib2`]);
    expect(paths('1p00', 384)).toEqual([
      'gfs.20200804/06/atmos/gfs.t06z.pgrb2.1p00.f384',
      'gfs.20200804/06/atmos/gfs.t06z.pgrb2.0p25.f384',
      `${v17}.f384.grib2`,
    ]);
  });

  test('has exactly one record for each stored variable of a single forecast, which its remainder comes from too', () => {
    const remainders = VARIABLE_NAMES.map(remainderOf);
    const ofMembers = MEMBER_STATISTICS.flatMap(keptVariables);
    const own = VARIABLE_NAMES.filter((name) => !remainders.includes(name) && !ofMembers.includes(name));
    expect(gfs.records.map(({ variable }) => variable).sort()).toEqual(own.sort());
  });

  // NOAA-EMC/UPP, parm/params_grib2_tbl_new, and the list of issue #826 there.
  test.each([
    ['CRAIN', '0.1.33', '0.1.192'],
    ['CFRZR', '0.1.34', '0.1.193'],
    ['CICEP', '0.1.35', '0.1.194'],
    ['CSNOW', '0.1.36', '0.1.195'],
    ['CPOFP', '0.1.39', '1.1.193'],
    ['LFTX', '0.7.10', '0.7.192'],
  ])('accepts %s with the number of the WMO and with that of NCEP', (parameter, ...numbers) => {
    const patterns = [gfs, gefs]
      .flatMap(({ records, ensemble }) => [...records, ...(ensemble?.quantiles.records ?? [])])
      .flatMap(({ alternatives }) => alternatives)
      .filter((pattern) => pattern.parameter === parameter);
    expect(patterns.length).toBeGreaterThan(0);
    for (const { messages } of patterns) {
      const accepted = messages.map(({ discipline, parameterCategory, parameterNumber }) =>
        [discipline, parameterCategory, parameterNumber].join('.'),
      );
      expect(accepted).toEqual(expect.arrayContaining(numbers));
    }
  });

  test('requires no bucket at step 0 unless there is an instantaneous record too', () => {
    for (const { alternatives, atStepZero } of gfs.records) {
      const instantaneous = alternatives.some(({ derivation }) => derivation === 'instant');
      expect(instantaneous || atStepZero === 'absent').toBe(true);
    }
  });
});
