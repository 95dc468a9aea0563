import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Statistic, type VariableName } from '../../../src/weather/meteo/variables.js';
import { type RunIdentity } from '../../../src/store/format/run-identity.js';
import { writeSplitCodes } from '../../../src/store/format/quantise.js';
import { type RunManifest, type StoreGrid } from '../../../src/store/format/run-manifest.js';
import { RunWriter } from '../../../src/store/write/run-writer.js';

/** Four columns and three rows of 1 degree: 10..13 E, 52..50 N. */
export const REGIONAL_GRID: StoreGrid = {
  ni: 4,
  nj: 3,
  latitudeFirst: 52,
  longitudeFirst: 10,
  latitudeIncrement: 1,
  longitudeIncrement: 1,
  wrapsLongitude: false,
};

/** Four columns and three rows around the globe: 0, 90, 180, 270 E; both poles and the equator. */
export const GLOBAL_GRID: StoreGrid = {
  ni: 4,
  nj: 3,
  latitudeFirst: 90,
  longitudeFirst: 0,
  latitudeIncrement: 90,
  longitudeIncrement: 90,
  wrapsLongitude: true,
};

/** A field of a synthetic run: one value for all cells, or a function of row and column. */
export interface SyntheticField {
  variable: VariableName;
  statistic?: Statistic;
  step: number | 'static';
  spanStart?: number;
  value: number | ((y: number, x: number) => number);
  reference?: number;
  quantum?: number;
  /** Whether the values are split over the variable and its remainder. */
  isSplit?: boolean;
}

export function identity(changes: Partial<RunIdentity> = {}): RunIdentity {
  return {
    model: 'gfs',
    resolution: '1p00',
    run: new Date('2026-11-20T12:00:00Z'),
    attribution: 'synthetic',
    grid: REGIONAL_GRID,
    stepsHours: [0, 3, 6],
    ...changes,
  };
}

/** Publishes a run of synthetic fields. Values are multiples of 0.001 unless a field specifies another quantum. */
export async function writeRun(
  runsDirectory: string,
  runIdentity: RunIdentity,
  fields: SyntheticField[],
  warnings: { code: string; detail: string }[] = [],
): Promise<RunManifest> {
  const writer = await RunWriter.create(runsDirectory, runIdentity);
  for (const field of fields) {
    const plane = toPlane(runIdentity.grid, field);
    if (field.isSplit) await addSplit(writer, plane);
    else await writer.add(plane);
  }
  for (const { code, detail } of warnings) writer.warn(code, detail);
  return writer.publish();
}

export function toPlane(grid: StoreGrid, field: SyntheticField) {
  const { variable, statistic = 'instant', step, spanStart, value, reference = 0, quantum = 0.001 } = field;
  const at = typeof value === 'number' ? () => value : value;
  const values = Float64Array.from({ length: grid.ni * grid.nj }, (_, i) =>
    at(Math.floor(i / grid.ni), i % grid.ni),
  );
  return {
    variable,
    statistic,
    stepHours: step,
    ...(spanStart === undefined ? {} : { spanStartHours: spanStart }),
    values,
    quantisation: { reference, quantum },
  };
}

function addSplit(writer: RunWriter, { values, quantisation, ...plane }: ReturnType<typeof toPlane>) {
  const { reference, quantum } = quantisation;
  const numbers = values.map((value) => Math.round((value - reference) / quantum));
  return writer.fill(plane.variable, plane.stepHours, (codes, remainders) => ({
    ...plane,
    ...writeSplitCodes(numbers, quantisation, new Uint16Array(codes), new Uint16Array(remainders!))!,
  }));
}

/** Provides a directory that exists while a test runs. */
export async function withDirectory(test: (directory: string) => void | Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'runs-'));
  try {
    await test(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
