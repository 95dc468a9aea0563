import { join } from 'node:path';
import { HOUR_MS } from '../../src/core/time/index.js';
import { type VariableName } from '../../src/weather/meteo/variables.js';
import { RunWriter } from '../../src/store/write/run-writer.js';
import { type TestApp } from './test-app.js';

const GRID = {
  ni: 12,
  nj: 7,
  latitudeFirst: 90,
  longitudeFirst: 0,
  latitudeIncrement: 30,
  longitudeIncrement: 30,
  wrapsLongitude: true,
};

/** Mean and amplitude of each variable, in the store's units. */
const FIELDS: [VariableName, middle: number, amplitude: number][] = [
  ['temperature2m', 271, 12],
  ['relativeHumidity2m', 60, 35],
  ['windU10m', 0, 12],
  ['windV10m', 3, 9],
  ['windGust', 14, 10],
  ['surfacePressure', 99_000, 2_000],
  ['cloudCover', 50, 50],
  ['visibility', 10_000, 9_500],
  ['totalOzone', 300, 40],
];

/** Publishes a global run, one hour old by default, whose values vary with the hour and the place. */
export async function publishVariedRun(app: TestApp, hoursAgo = 1, model = 'gfs'): Promise<Date> {
  const run = new Date(Math.floor(Date.now() / HOUR_MS - hoursAgo) * HOUR_MS);
  const stepsHours = Array.from({ length: 73 }, (_, hour) => hour);
  const writer = await RunWriter.create(join(app.dataDirectory, 'runs'), {
    model,
    resolution: '1p00',
    run,
    attribution: 'synthetic',
    grid: GRID,
    stepsHours,
  });
  const field = (middle: number, amplitude: number, step: number) => ({
    values: Float64Array.from({ length: GRID.ni * GRID.nj }, (_, i) =>
      Math.max(0, middle + amplitude * Math.sin(middle + i + step / 3)),
    ),
    quantisation: { reference: 0, quantum: 0 },
  });
  const winds: VariableName[] = ['windU10m', 'windV10m'];
  for (const stepHours of stepsHours) {
    for (const [variable, middle, amplitude] of FIELDS) {
      const { values, quantisation } = field(middle, amplitude, stepHours);
      const moved = winds.includes(variable) ? values.map((value) => value - 4) : values;
      await writer.add({ variable, statistic: 'instant', stepHours, values: moved, quantisation });
    }
    if (stepHours > 0)
      await writer.add({
        variable: 'precipitation',
        statistic: 'amount',
        stepHours,
        spanStartHours: stepHours - 1,
        ...field(0.5, 1.5, stepHours),
      });
  }
  await writer.add({
    variable: 'terrainHeight',
    statistic: 'instant',
    stepHours: 'static',
    ...field(500, 400, 0),
  });
  await writer.publish();
  return run;
}
