import { VARIABLES, type VariableName } from '../../../src/meteo/variables.js';
import { type StoreGrid } from '../../../src/model-store/format/run-manifest.js';
import { RunWriter } from '../../../src/model-store/write/run-writer.js';

const HOUR_MS = 3_600_000;
const LAST_STEP_HOURS = 132;
/** 72 columns and 37 rows of 5 degrees round the globe. */
const GRID = {
  ni: 72,
  nj: 37,
  latitudeFirst: 90,
  longitudeFirst: 0,
  latitudeIncrement: 5,
  longitudeIncrement: 5,
  wrapsLongitude: true,
};

/** Middles and amplitudes of fields that are plausible enough for every metric to have a value. */
const RANGES: Partial<Record<VariableName, [middle: number, amplitude: number]>> = {
  temperature2m: [283, 20],
  apparentTemperature2m: [281, 20],
  dewPoint2m: [275, 15],
  relativeHumidity2m: [60, 35],
  windU10m: [0, 12],
  windV10m: [0, 12],
  windGust: [10, 9],
  surfacePressure: [99_000, 4_000],
  precipitation: [1, 1],
  rainFlag: [1, 0],
  snowFlag: [0, 0],
  freezingRainFlag: [0, 0],
  icePelletsFlag: [0, 0],
  frozenPrecipitationPercent: [20, 20],
  cloudCover: [50, 50],
  visibility: [15_000, 9_000],
  totalOzone: [300, 80],
  soilMoisture: [0.3, 0.1],
  cape: [800, 800],
  convectiveInhibition: [-60, 60],
  liftedIndex: [0, 6],
  terrainHeight: [200, 200],
  landMask: [1, 0],
};

/** What a run is like where it is not one of GFS with every variable at every hour. */
export interface FullRun {
  model?: string;
  grid?: StoreGrid;
  stepsHours?: readonly number[];
  lacks?: readonly VariableName[];
}

/** Publishes a run from the last hour on, for longer than an answer needs unless it says otherwise. */
export async function publishFullRun(
  runsDirectory: string,
  { model = 'gfs', grid = GRID, stepsHours = hourly(LAST_STEP_HOURS), lacks = [] }: FullRun = {},
): Promise<void> {
  const run = new Date(Math.floor(Date.now() / HOUR_MS - 1) * HOUR_MS);
  const writer = await RunWriter.create(runsDirectory, {
    model,
    resolution: '1p00',
    run,
    attribution: 'synthetic',
    grid,
    stepsHours: [...stepsHours],
  });
  const names = (Object.keys(RANGES) as VariableName[]).filter((name) => !lacks.includes(name));
  const isStatic = (name: VariableName) => name === 'terrainHeight' || name === 'landMask';
  const quantisation = { reference: 0, quantum: 0 };
  for (const [i, step] of stepsHours.entries()) {
    for (const variable of names.filter((name) => !isStatic(name))) {
      const isAmount = variable === 'precipitation';
      if (isAmount && step === 0) continue;
      await writer.add({
        variable,
        statistic: isAmount ? 'amount' : 'instant',
        stepHours: step,
        ...(isAmount && { spanStartHours: stepsHours[i - 1] }),
        values: fieldOf(grid, variable, step),
        quantisation,
      });
    }
  }
  for (const variable of names.filter(isStatic)) {
    const values = fieldOf(grid, variable, 0);
    await writer.add({ variable, statistic: 'instant', stepHours: 'static', values, quantisation });
  }
  await writer.publish();
}

/** The hours from 0 to the last one, or every few of them. */
export function hourly(last: number, first = 0, every = 1): number[] {
  return Array.from({ length: (last - first) / every + 1 }, (_, i) => first + every * i);
}

/** A wave over the globe that moves with time. */
function fieldOf({ ni, nj }: StoreGrid, variable: VariableName, step: number): Float64Array {
  const [middle, amplitude] = RANGES[variable]!;
  const phase = Object.keys(VARIABLES).indexOf(variable);
  return Float64Array.from({ length: ni * nj }, (_, i) => {
    const [y, x] = [Math.floor(i / ni), i % ni];
    return middle + amplitude * Math.sin(phase + (2 * Math.PI * x) / ni + y / 6 + step / 9);
  });
}
