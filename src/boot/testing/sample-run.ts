import { join } from 'node:path';
import { HOUR_MS } from '../../core/time/index.js';
import type { VariableName } from '../../weather/meteo/index.js';
import { RunWriter } from '../../store/write/index.js';

const STEPS_HOURS = Array.from({ length: 41 }, (_, i) => 3 * i);
const GRID = {
  ni: 36,
  nj: 19,
  latitudeFirst: 90,
  longitudeFirst: 0,
  latitudeIncrement: 10,
  longitudeIncrement: 10,
  wrapsLongitude: true,
};

/**
 * Made-up weather: 15 °C at the start and every 24 hours later, 5 °C halfway, a west wind of 5 m/s, and no
 * precipitation variable.
 */
const VALUES: Partial<Record<VariableName, (stepHours: number) => number>> = {
  temperature2m: (stepHours) => 283.15 + 5 * Math.cos((stepHours / 12) * Math.PI),
  dewPoint2m: () => 278.15,
  relativeHumidity2m: () => 60,
  windU10m: () => 5,
  windV10m: () => 0,
  windGust: () => 8,
  surfacePressure: () => 101_325,
};

/** Publishes a global run of made-up values, from the last hour to five days ahead. */
export async function publishSampleRun(dataDirectory: string): Promise<void> {
  const run = new Date(Math.floor(Date.now() / HOUR_MS - 1) * HOUR_MS);
  const writer = await RunWriter.create(join(dataDirectory, 'runs'), {
    model: 'gfs',
    resolution: '1p00',
    run,
    attribution: 'Made values for tests',
    grid: GRID,
    stepsHours: STEPS_HOURS,
  });
  const field = (value: number) => ({
    values: new Float64Array(GRID.ni * GRID.nj).fill(value),
    quantisation: { reference: 0, quantum: 0.01 },
  });
  for (const stepHours of STEPS_HOURS) {
    for (const [variable, valueAt] of Object.entries(VALUES) as [
      VariableName,
      (stepHours: number) => number,
    ][]) {
      await writer.add({ variable, statistic: 'instant', stepHours, ...field(valueAt(stepHours)) });
    }
  }
  await writer.add({ variable: 'terrainHeight', statistic: 'instant', stepHours: 'static', ...field(0) });
  await writer.add({ variable: 'landMask', statistic: 'instant', stepHours: 'static', ...field(1) });
  await writer.publish();
}
