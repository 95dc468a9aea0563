import { HOUR_MS } from '../../../src/core/time/index.js';
import { keptVariables, MEMBER_STATISTICS } from '../../../src/weather/meteo/ensemble/member-statistics.js';
import { type Statistic, VARIABLES, type VariableName } from '../../../src/weather/meteo/variables.js';
import { type StoreGrid } from '../../../src/store/format/run-manifest.js';
import { RunWriter } from '../../../src/store/write/run-writer.js';

const LAST_STEP_HOURS = 132;
/** 72 columns and 37 rows, 5 degrees apart, around the globe. */
const GRID = {
  ni: 72,
  nj: 37,
  latitudeFirst: 90,
  longitudeFirst: 0,
  latitudeIncrement: 5,
  longitudeIncrement: 5,
  wrapsLongitude: true,
};

/** Mean and amplitude of plausible values, so that every derived field has a value. */
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
  precipitationProbability: [50, 50],
  temperature2mP10: [281, 20],
  temperature2mP50: [283, 20],
  temperature2mP90: [285, 20],
  windSpeed10mP10: [8, 6],
  windSpeed10mP50: [10, 6],
  windSpeed10mP90: [12, 6],
  windGustP10: [12, 9],
  windGustP50: [14, 9],
  windGustP90: [16, 9],
  precipitationP10: [1, 1],
  precipitationP50: [2, 1],
  precipitationP90: [3, 1],
  cloudCoverP10: [40, 40],
  cloudCoverP50: [50, 40],
  cloudCoverP90: [60, 40],
};

/** Variables that are stored from an ensemble, or that only an ensemble has. */
export const OF_MEMBERS: VariableName[] = MEMBER_STATISTICS.flatMap(keptVariables);

/** Variables that refer to a time span. */
const SPAN_STATISTICS: Partial<Record<VariableName, Statistic>> = {
  precipitation: 'amount',
  precipitationProbability: 'mean',
  precipitationP10: 'amount',
  precipitationP50: 'amount',
  precipitationP90: 'amount',
};

/** How a run differs from a GFS run with every variable at every hour. */
export interface FullRun {
  model?: string;
  grid?: StoreGrid;
  stepsHours?: readonly number[];
  /** All but an ensemble's by default. */
  has?: readonly VariableName[];
}

/** A deterministic model's variables, except some. */
export function allBut(...lacking: VariableName[]): VariableName[] {
  const names = Object.keys(RANGES) as VariableName[];
  return names.filter((name) => !OF_MEMBERS.includes(name) && !lacking.includes(name));
}

/** Publishes a run that starts an hour ago. By default it is longer than a response needs. */
export async function publishFullRun(
  runsDirectory: string,
  { model = 'gfs', grid = GRID, stepsHours = hourly(LAST_STEP_HOURS), has = allBut() }: FullRun = {},
): Promise<void> {
  const run = new Date(Math.floor(Date.now() / HOUR_MS - 1) * HOUR_MS);
  const writer = await RunWriter.create(runsDirectory, {
    model,
    resolution: '1p00',
    run,
    attribution: 'synthetic',
    grid,
    stepsHours: [...stepsHours],
    isBounded: true,
  });
  const isStatic = (name: VariableName) => name === 'terrainHeight' || name === 'landMask';
  const quantisation = { reference: 0, quantum: 0 };
  for (const [i, step] of stepsHours.entries()) {
    for (const variable of has.filter((name) => !isStatic(name))) {
      const statistic = SPAN_STATISTICS[variable] ?? 'instant';
      const isOfSpan = statistic !== 'instant';
      if (isOfSpan && step === 0) continue;
      await writer.add({
        variable,
        statistic,
        stepHours: step,
        ...(isOfSpan && { spanStartHours: stepsHours[i - 1] }),
        values: fieldOf(grid, variable, step),
        quantisation,
      });
    }
  }
  for (const variable of has.filter(isStatic)) {
    const values = fieldOf(grid, variable, 0);
    await writer.add({ variable, statistic: 'instant', stepHours: 'static', values, quantisation });
  }
  await writer.publish();
}

/** The hours from `first` to `last`, or every few of them. */
export function hourly(last: number, first = 0, every = 1): number[] {
  return Array.from({ length: (last - first) / every + 1 }, (_, i) => first + every * i);
}

/** A wave around the globe that moves with time. */
function fieldOf({ ni, nj }: StoreGrid, variable: VariableName, step: number): Float64Array {
  const [middle, amplitude] = RANGES[variable]!;
  // Quantiles of the same variable share a phase, so they keep their order.
  const phase = Object.keys(VARIABLES).indexOf(variable.replace(/P\d0$/, ''));
  return Float64Array.from({ length: ni * nj }, (_, i) => {
    const [y, x] = [Math.floor(i / ni), i % ni];
    return middle + amplitude * Math.sin(phase + (2 * Math.PI * x) / ni + y / 6 + step / 9);
  });
}
