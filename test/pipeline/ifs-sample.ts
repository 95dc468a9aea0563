import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@jest/globals';
import { ifs } from '../../src/weather/models/ifs/ifs.model.js';
import { readWithEcCodes } from '../support/eccodes.js';
import { writeMessage } from '../support/grib-writer.js';
import { sharedData } from '../support/shared-data.js';

/** The grid and steps of the shared run, which is cropped. */
export const GRID = { ni: 24, nj: 12, latitudeFirst: 52.75, longitudeFirst: 1, increment: 0.25 };
export const STEPS = [
  ...Array.from({ length: 49 }, (_, i) => 3 * i),
  ...Array.from({ length: 16 }, (_, i) => 150 + 6 * i),
];
export const stepBefore = (step: number) => STEPS[STEPS.indexOf(step) - 1];
export const HOUR = '2026-04-20T00:00:00Z';
export const RUN = ['--model', 'ifs', '--run', '2026-04-20T00'];
export const FOLDER = '20260420/00z/ifs/0p25/oper';

export const IFS_ROOT = join(sharedData ?? '', 'ecmwf');
export const fileOf = (folder: string, step: number, suffix: string) =>
  join(folder, FOLDER, `20260420000000-${step}h-oper-fc.${suffix}`);
export const settings = (source: string) => ({ IFS_BASE_URL: pathToFileURL(source).href });

/** Fields as decoded by ecCodes, by short name and step; rows from north to south. */
export type Fields = Map<string, Float64Array>;

/** Decodes all steps as one file, so that ecCodes starts only once. */
export async function decodeAll(): Promise<Fields> {
  const fields: Fields = new Map();
  const folder = mkdtempSync(join(tmpdir(), 'ifs-'));
  const file = join(folder, 'all.grib2');
  const all = STEPS.map((step) => readFileSync(fileOf(IFS_ROOT, step, 'grib2')));
  writeFileSync(file, Buffer.concat(all));
  const { ni, nj } = GRID;
  for await (const { keys, values } of readWithEcCodes(file, ['shortName', 'endStep:l'], [0, 42]))
    // The file's rows run from south to north.
    fields.set(
      `${keys.shortName} ${keys['endStep:l']}`,
      values!.map((_, i) => values![ni * (nj - 1) - i + 2 * (i % ni)]),
    );
  rmSync(folder, { recursive: true });
  return fields;
}

interface Added {
  parameter: [discipline: number, category: number, number: number];
  decimals: number;
  at: (step: number, cell: number, shared: Fields) => number;
}

/**
 * Records of the bucket that the crop lacks, by their names in its index, in IFS's units: amounts in meters, cover as a
 * fraction.
 */
const ADDED: Record<string, Added> = {
  '2d': {
    parameter: [0, 0, 6],
    decimals: 2,
    at: (step, cell, shared) => shared.get(`2t ${step}`)![cell] - ((cell * 7 + step) % 23) / 2,
  },
  '10fg': { parameter: [0, 2, 22], decimals: 1, at: (step, cell) => 2 + ((cell * 5 + step) % 31) / 2 },
  sf: {
    parameter: [0, 1, 198],
    decimals: 7,
    at: (step, cell, shared) => ((cell % 5) / 5) * (shared.get(`tp ${step}`)?.[cell] ?? 0),
  },
  tcc: { parameter: [0, 6, 192], decimals: 2, at: (step, cell) => ((cell * 11 + 3 * step) % 101) / 100 },
  ptype: {
    parameter: [0, 1, 19],
    decimals: 0,
    at: (step, cell) => [0, 1, 3, 5, 6, 7, 8, 12, 255][(cell + step / 3) % 9],
  },
  z: { parameter: [0, 3, 4], decimals: 0, at: (_, cell) => 200 * cell },
  lsm: { parameter: [2, 0, 0], decimals: 0, at: (_, cell) => cell % 2 },
  mucape: { parameter: [0, 7, 6], decimals: 0, at: (step, cell) => (cell * 13 + 40 * step) % 3000 },
};
/** Missing at step 0, where nothing has fallen yet and no period has ended. */
const LATER = ['10fg', 'sf', 'ptype'];
const STATIC = ['z', 'lsm'];
/** From the 3-hourly steps, across those where the gust has another name, to the 6-hourly steps. */
export const MADE_STEPS = STEPS.filter((step) => step <= 9 || (step >= 90 && step <= 156));

/** Writes the shared run with the records that its crop lacks, which it reads back with ecCodes. Returns all fields. */
export async function writeWholeRun(root: string, shared: Fields): Promise<Fields> {
  const fields = new Map(shared);
  for (const step of MADE_STEPS) {
    const [grib, index] = ['grib2', 'index'].map((suffix) => fileOf(root, step, suffix));
    mkdirSync(dirname(grib), { recursive: true });
    const names = Object.keys(ADDED).filter((name) => !(step > 0 ? STATIC : LATER).includes(name));
    const spans: Record<string, [start: number, process: number] | undefined> = {
      '10fg': [stepBefore(step), 2],
      sf: [0, 1],
    };
    const messages = names.map((name) => {
      const { parameter, decimals, at } = ADDED[name];
      const [discipline, category, number] = parameter;
      const { levelType, levelValue = 0 } = ifs.records
        .flatMap(({ alternatives }) => alternatives)
        .find((pattern) => pattern.parameter === name)!.messages[0];
      return writeMessage({
        run: new Date(HOUR),
        discipline,
        category,
        number,
        level: [levelType, levelValue],
        stepHours: step,
        startHours: spans[name]?.[0],
        process: spans[name]?.[1],
        grid: GRID,
        values: Array.from({ length: GRID.ni * GRID.nj }, (_, cell) => at(step, cell, shared)),
        decimals,
      });
    });
    const bytes = readFileSync(fileOf(IFS_ROOT, step, 'grib2'));
    let offset = bytes.length;
    const text = readFileSync(fileOf(IFS_ROOT, step, 'index'), 'utf8');
    const [line] = text.split('\n');
    const lines = names.map((name, i) => {
      const param = name === '10fg' && step >= 93 && step <= 144 ? '10fg3' : name;
      const place = { param, _offset: offset, _length: messages[i].length };
      offset += messages[i].length;
      return JSON.stringify({ ...(JSON.parse(line) as object), ...place });
    });
    writeFileSync(grib, Buffer.concat([bytes, ...messages]));
    writeFileSync(index, `${text}${lines.join('\n')}\n`);
    const alone = join(root, 'added.grib2');
    writeFileSync(alone, Buffer.concat(messages));
    let count = 0;
    for await (const { values } of readWithEcCodes(alone, ['shortName'], [0]))
      fields.set(`${names[count++]} ${step}`, values!);
    expect(count).toBe(names.length);
  }
  return fields;
}
