import { describe, expect, it } from '@jest/globals';
import { HourlySeries } from '../../../../src/forecast/series/hourly-series.js';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { StoredPoint } from '../../../../src/store/read/stored-point.js';
import { identity, type SyntheticField, withDirectory, writeRun } from '../../store/synthetic-run.js';

const HOURS = [0, 1, 2, 3, 4, 5, 6];

/** Returns the hours of a variable at a grid point of a run with steps 0, 3 and 6. */
function hoursOf(fields: SyntheticField[], firstHour = 0, count = HOURS.length): Promise<number[]> {
  return new Promise((resolve, reject) => {
    withDirectory(async (directory) => {
      await writeRun(directory, identity(), fields);
      const catalogue = new RunCatalogue(directory);
      const point = StoredPoint.at(catalogue.runs()[0], 51, 11)!;
      resolve([...new HourlySeries(point, firstHour, count).get(fields[0].variable)]);
      catalogue.close();
    }).catch(reject);
  });
}

const instants = (variable: SyntheticField['variable'], values: number[]): SyntheticField[] =>
  values.map((value, i) => ({ variable, step: 3 * i, value, quantum: 1 }));

describe('HourlySeries', () => {
  it('interpolates continuous variables with a curve, without overshoot', async () => {
    // Flat, then steep: the slope is 0 at hour 3 and 3 × (30 / 3) / 2 at hour 6 by the three-point formula.
    const series = await hoursOf(instants('temperature2m', [270, 270, 300]));
    expect(series.slice(0, 4)).toEqual([270, 270, 270, 270]);
    // Hermite with slopes 0 and 15: 30 (3t² - 2t³) + 3 × 15 (t³ - t²).
    expect(series[4]).toBeCloseTo(270 + 30 * (7 / 27) - 45 * (2 / 27), 9);
    expect(series[5]).toBeCloseTo(270 + 30 * (20 / 27) - 45 * (4 / 27), 9);
    expect(series[6]).toBe(300);
  });

  it('interpolates linearly where documented', async () => {
    expect(await hoursOf(instants('visibility', [0, 300, 0]))).toEqual([0, 100, 200, 300, 200, 100, 0]);
  });

  it('clamps values to the physical range', async () => {
    expect(await hoursOf(instants('relativeHumidity2m', [103, 103, 103]))).toEqual(Array(7).fill(100));
    expect(await hoursOf(instants('windGust', [-1, -1, -1]))).toEqual(Array(7).fill(0));
  });

  it('holds means over their span, and over the last hour of the run', async () => {
    const mean = (step: number, spanStart: number, value: number): SyntheticField => ({
      variable: 'cloudCover',
      statistic: 'mean',
      step,
      spanStart,
      value,
      quantum: 1,
    });
    expect(await hoursOf([mean(3, 0, 20), mean(6, 3, 80)])).toEqual([20, 20, 20, 80, 80, 80, 80]);
    expect(await hoursOf([mean(3, 0, 20)])).toEqual([20, 20, 20, NaN, NaN, NaN, NaN]);
  });

  it('holds instantaneous flags backwards to the previous step', async () => {
    expect(await hoursOf(instants('rainFlag', [0, 1, 0]))).toEqual([1, 1, 1, 0, 0, 0, 0]);
  });

  it('divides amounts evenly, and has none after the last step', async () => {
    const amount = { variable: 'precipitation', statistic: 'amount', quantum: 1 } as const;
    const fields = [
      { ...amount, step: 3, spanStart: 0, value: 6 },
      { ...amount, step: 6, spanStart: 3, value: 0 },
    ];
    expect(await hoursOf(fields)).toEqual([2, 2, 2, 0, 0, 0, NaN]);
  });

  it('returns the requested hours', async () => {
    expect(await hoursOf(instants('visibility', [0, 300, 0]), 2, 3)).toEqual([200, 300, 200]);
  });

  it('yields the same curve for few hours as for many', async () => {
    const stepsHours = [0, 3, 6, 9, 12, 18];
    await withDirectory(async (directory) => {
      const values = [270, 274, 271, 280, 279, 290];
      const fields = stepsHours.map((step, i): SyntheticField => ({
        variable: 'temperature2m',
        step,
        value: values[i],
        quantum: 1,
      }));
      await writeRun(directory, identity({ stepsHours }), fields);
      const catalogue = new RunCatalogue(directory);
      const point = StoredPoint.at(catalogue.runs()[0], 51, 11)!;
      const hours = (first: number, count: number) => [
        ...new HourlySeries(point, first, count).get('temperature2m'),
      ];
      const all = hours(0, 19);
      for (let first = 0; first < 19; first++)
        for (let count = 1; first + count <= 19; count++)
          expect([first, count, hours(first, count)]).toEqual([
            first,
            count,
            all.slice(first, first + count),
          ]);
      catalogue.close();
    });
  });
});
