import { describe, expect, test } from '@jest/globals';
import { nextRunExpectedAt } from '../../../../src/forecast/plan/next-run-expected.js';
import { ifs } from '../../../../src/weather/models/ifs/ifs.model.js';
import { type StepFiles } from '../../../../src/weather/models/model.js';
import { stepsOf } from '../../../../src/weather/models/model-target.js';
import { latestRun } from '../../../../src/weather/models/run-times.js';
import { stepPath } from '../../../../src/weather/models/step-path.js';

const target = { model: ifs, resolution: '0p25', maxStepHours: 360 };
const at = (time: string) => new Date(`2026-04-20T${time}:00Z`);

describe('the IFS model', () => {
  test.each([
    [0, 85, 360],
    [6, 49, 144],
    [12, 85, 360],
    [18, 49, 144],
  ])('has in the %i UTC run %i steps to %i h', (hour, count, last) => {
    const steps = stepsOf(target, new Date(Date.UTC(2026, 3, 20, hour)));
    expect([steps.length, steps.at(-1)]).toEqual([count, last]);
    expect(steps.slice(46, 51)).toEqual(last === 144 ? [138, 141, 144] : [138, 141, 144, 150, 156]);
  });

  test('has runs that are complete 7 h 34 min or 6 h 27 min after their start', () => {
    expect(latestRun(ifs, at('07:33'))).toEqual(new Date('2026-04-19T18:00:00Z'));
    expect(latestRun(ifs, at('07:34'))).toEqual(at('00:00'));
    expect(latestRun(ifs, at('12:26'))).toEqual(at('00:00'));
    expect(latestRun(ifs, at('12:27'))).toEqual(at('06:00'));
    expect(nextRunExpectedAt(ifs, at('00:00'), at('09:00'))).toEqual(at('12:27'));
    expect(nextRunExpectedAt(ifs, at('06:00'), at('13:00'))).toEqual(at('19:34'));
  });

  test('names files as in ECMWF’s open data', () => {
    const [{ file, inventory }] = ifs.resolutions['0p25'].products as StepFiles[];
    const path = '20260420/06z/ifs/0p25/oper/20260420060000-12h-oper-fc';
    expect(stepPath(file, at('06:00'), 12)).toBe(`${path}.grib2`);
    expect(stepPath(inventory.path, at('06:00'), 12)).toBe(`${path}.index`);
  });
});
