import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';
import { iconEu } from '../../src/weather/models/icon-eu/icon-eu.model.js';
import { readWithEcCodes } from '../support/eccodes.js';
import { writeMessage } from '../support/grib-writer.js';

export const HOUR = '2026-04-20T06:00:00Z';
export const RUN = ['--model', 'icon-eu', '--run', '2026-04-20T06'];
/** The last two are 3 hours apart. */
export const STEPS = [0, 1, 2, 78, 81];
export const GRID = { ni: 9, nj: 7, latitudeFirst: 50.375, longitudeFirst: 12, increment: 0.0625 };
export const CELLS = GRID.ni * GRID.nj;
/** DWD's weather codes: none, drizzle, sleet, freezing rain, snow, ice pellets, thunderstorm. */
const WEATHER = [0, 51, 68, 66, 73, 79, 95];

interface Written {
  decimals: number;
  at: (step: number, cell: number) => number;
  process?: number;
  startHours?: (step: number) => number;
}

const RECORDS: Record<string, Written> = {
  T_2M: { decimals: 2, at: (step, cell) => 280 + step / 9 + cell / 7 },
  TD_2M: { decimals: 2, at: (step, cell) => 275 + step / 9 + cell / 11 },
  U_10M: { decimals: 2, at: (_, cell) => 3 - cell / 13 },
  V_10M: { decimals: 2, at: (step) => 4 + step / 17 },
  VMAX_10M: { decimals: 1, at: (_, cell) => 9 + cell / 3, process: 2, startHours: (step) => step - 1 },
  PS: { decimals: 0, at: (step, cell) => 95_000 + 31 * cell - step },
  TOT_PREC: {
    decimals: 3,
    at: (step, cell) => (0.13 * step * cell) / CELLS,
    process: 1,
    startHours: () => 0,
  },
  WW: { decimals: 0, at: (_, cell) => WEATHER[cell % WEATHER.length] },
  CLCT: { decimals: 1, at: (_, cell) => (100 * cell) / CELLS },
  VIS: { decimals: 0, at: (_, cell) => 10 + 300 * cell },
  CAPE_ML: { decimals: 1, at: (step, cell) => step + 10 * cell },
  HSURF: { decimals: 1, at: (_, cell) => 5 * cell },
  FR_LAND: { decimals: 2, at: (_, cell) => cell % 2 },
};
export const STATIC = ['HSURF', 'FR_LAND'];
export const OF_SPANS = ['VMAX_10M', 'TOT_PREC'];

/** Returns DWD's path of a file, relative to the folder of all runs. */
export function pathOf(parameter: string, step: number): string {
  const kind = STATIC.includes(parameter)
    ? 'time-invariant_2026042006'
    : `single-level_2026042006_${String(step).padStart(3, '0')}`;
  return `06/${parameter.toLowerCase()}/icon-eu_europe_regular-lat-lon_${kind}_${parameter}.grib2.bz2`;
}

export function messageOf(parameter: string, step: number): Uint8Array {
  const { decimals, at, process, startHours } = RECORDS[parameter];
  const [identity] = iconEu.records.flatMap(({ alternatives: [pattern] }) =>
    pattern.parameter === parameter ? pattern.messages : [],
  );
  return writeMessage({
    run: new Date(HOUR),
    discipline: identity.discipline,
    category: identity.parameterCategory,
    number: identity.parameterNumber,
    level: [identity.levelType, identity.levelValue ?? 0],
    stepHours: step,
    startHours: startHours?.(step),
    process,
    grid: GRID,
    values: Array.from({ length: CELLS }, (_, cell) => at(step, cell)),
    decimals,
  });
}

/** All files of the run. */
const FILES = STEPS.flatMap((step) =>
  Object.keys(RECORDS)
    .filter((parameter) => !(step > 0 ? STATIC : OF_SPANS).includes(parameter))
    .map((parameter) => ({ parameter, step })),
);

/** Compresses files with the `bzip2` program. */
export function writeCompressed(files: { path: string; bytes: Uint8Array }[]): void {
  const plain = files.map(({ path, bytes }) => {
    mkdirSync(dirname(path), { recursive: true });
    const name = path.replace(/\.bz2$/, '');
    writeFileSync(name, bytes);
    return name;
  });
  execFileSync('bzip2', ['-f', ...plain]);
}

export function writeRun(root: string): void {
  writeCompressed(
    FILES.map(({ parameter, step }) => ({
      path: join(root, pathOf(parameter, step)),
      bytes: messageOf(parameter, step),
    })),
  );
}

/** Returns what ecCodes reads from the files of the run, by parameter and step. */
export async function readRun(root: string): Promise<Map<string, number[]>> {
  const plain = join(root, 'plain.grib2');
  const paths = FILES.map(({ parameter, step }) => join(root, pathOf(parameter, step)));
  writeFileSync(plain, execFileSync('bzip2', ['-dc', ...paths]));
  const truth = new Map<string, number[]>();
  let count = 0;
  for await (const { values } of readWithEcCodes(plain, ['shortName'], [0])) {
    const { parameter, step } = FILES[count++];
    truth.set(`${parameter} ${step}`, [...values!]);
  }
  expect(count).toBe(FILES.length);
  return truth;
}
