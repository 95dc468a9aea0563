import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { type Grid, loadPacking, readFields } from '../../../../src/weather/grib/index.js';
import { SUMS, addError, addVectorError, scoresOf } from '../../../../src/weather/verification/index.js';
import { describeWithSharedData, sharedData } from '../../../support/shared-data.js';

/** WMO category and number of the parameters, and type of their level. */
const PARAMETERS: Record<string, [category: number, number: number, level: number]> = {
  '2t': [0, 0, 103],
  '10u': [2, 2, 103],
  '10v': [2, 3, 103],
  msl: [3, 0, 101],
  sp: [3, 0, 1],
};

async function readStep(path: string) {
  const fields = readFields(readFileSync(join(sharedData!, path)));
  const values: Record<string, Float64Array> = {};
  let grid: Extract<Grid, { kind: 'latitude-longitude' }> | undefined;
  for (const [name, [category, number, level]] of Object.entries(PARAMETERS)) {
    const field = fields.find(
      ({ product }) =>
        product.parameterCategory === category &&
        product.parameterNumber === number &&
        product.level.type === level &&
        product.statisticalProcess === undefined,
    )!;
    await loadPacking(field);
    if (field.grid.kind !== 'latitude-longitude') throw new Error(`unexpected grid: ${field.grid.kind}`);
    grid = field.grid;
    values[name] = grid.toNorthWestOrder(field.decode());
  }
  return { values, grid: grid! };
}

async function scoresOfStep(forecastStep: number, truthStep: number) {
  const at = (folder: string, run: string, step: number) =>
    readStep(
      `${folder}/${run.slice(0, 8)}/${run.slice(8, 10)}z/ifs/0p25/oper/${run}0000-${step}h-oper-fc.grib2`,
    );
  const { values: forecast, grid } = await at('ecmwf', '2026042000', forecastStep);
  const { values: truth } = await at('ecmwf-later', '2026042112', truthStep);
  const names = [...Object.keys(PARAMETERS), 'wind_speed', 'wind_vector'];
  const total = new Float64Array(names.length * SUMS);
  const place = (name: string) => names.indexOf(name) * SUMS;
  const speed = (of: Record<string, Float64Array>, i: number) => Math.hypot(of['10u'][i], of['10v'][i]);
  for (let row = 0; row * grid.ni < grid.pointCount; row++) {
    const sums = new Float64Array(total.length);
    for (let i = row * grid.ni; i < (row + 1) * grid.ni; i++) {
      for (const name of Object.keys(PARAMETERS))
        addError(sums, place(name), forecast[name][i] - truth[name][i]);
      addError(sums, place('wind_speed'), speed(forecast, i) - speed(truth, i));
      const [u, v] = ['10u', '10v'].map((name) => forecast[name][i] - truth[name][i]);
      addVectorError(sums, place('wind_vector'), Math.hypot(u, v), u * u + v * v);
    }
    const latitude = grid.latitudeFirst - row * grid.latitudeIncrement;
    sums.forEach((sum, k) => (total[k] += Math.cos((latitude * Math.PI) / 180) * sum));
  }
  return (name: string) => scoresOf(total, place(name));
}

describeWithSharedData('two real runs of IFS over Benelux', () => {
  const rows = readFileSync(
    join(sharedData!, 'verification', 'ifs-20260420T00-vs-20260421T12.golden.csv'),
    'utf8',
  )
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));

  // Bias, MAE and RMSE with the cosine of the latitude as weight, worked out with ecCodes and numpy.
  it.each([0, 3, 6, 9, 12, 15, 18, 21, 24])('the later run at step %i', async (truthStep) => {
    const scores = await scoresOfStep(truthStep + 36, truthStep);
    const expected = rows.filter(([, , step]) => Number(step) === truthStep);
    expect(expected).toHaveLength(7);
    for (const [name, , , bias, mae, rmse] of expected) {
      const ours = scores(name);
      if (bias !== '') expect(ours.bias).toBeCloseTo(Number(bias), 5);
      expect(ours.mae).toBeCloseTo(Number(mae), 5);
      expect(ours.rmse).toBeCloseTo(Number(rmse), 5);
    }
  });
});
