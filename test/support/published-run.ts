import { join } from 'node:path';
import { HOUR_MS } from '../../src/core/time/index.js';
import { type VariableName } from '../../src/weather/meteo/variables.js';
import { RunWriter } from '../../src/store/write/run-writer.js';
import { type TestApp } from './test-app.js';

const GRID = {
  ni: 4,
  nj: 3,
  latitudeFirst: 90,
  longitudeFirst: 0,
  latitudeIncrement: 90,
  longitudeIncrement: 90,
  wrapsLongitude: true,
};
const STEPS_HOURS = [0, 12, 24];

interface PublishedRun {
  model?: string;
  resolution?: string;
  celsius?: number;
  stepsHours?: number[];
  isPart?: boolean;
  /** Replaces the temperature: values for all points, in their units, constant or by step. */
  values?: Partial<Record<VariableName, number | ((stepHours: number) => number)>>;
}

/**
 * Publishes a global run with one temperature everywhere, by default ten degrees Celsius and one hour old, so that
 * forecast requests succeed.
 * @returns the time of the run
 */
export async function publishRun(
  { dataDirectory }: Pick<TestApp, 'dataDirectory'>,
  hoursAgo = 1,
  {
    model = 'gfs',
    resolution = '1p00',
    celsius = 10,
    stepsHours = STEPS_HOURS,
    isPart = false,
    values = { temperature2m: celsius + 273.15 },
  }: PublishedRun = {},
): Promise<Date> {
  const run = new Date(Math.floor(Date.now() / HOUR_MS - hoursAgo) * HOUR_MS);
  const writer = await RunWriter.create(join(dataDirectory, 'runs'), {
    model,
    resolution,
    run,
    attribution: 'synthetic',
    grid: GRID,
    stepsHours,
    isPart,
  });
  const field = (value: number) => ({
    values: new Float64Array(GRID.ni * GRID.nj).fill(value),
    quantisation: { reference: 0, quantum: 0.01 },
  });
  for (const stepHours of stepsHours)
    for (const [name, value] of Object.entries(values))
      await writer.add({
        variable: name as VariableName,
        statistic: 'instant',
        stepHours,
        ...field(typeof value === 'number' ? value : value(stepHours)),
      });
  await writer.add({ variable: 'terrainHeight', statistic: 'instant', stepHours: 'static', ...field(0) });
  await writer.add({ variable: 'landMask', statistic: 'instant', stepHours: 'static', ...field(1) });
  await writer.publish();
  return run;
}
