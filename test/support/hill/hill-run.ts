import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type StepFiles } from '../../../src/weather/models/model.js';
import { stepTable } from '../../../src/weather/models/model-target.js';
import { stepPath } from '../../../src/weather/models/step-path.js';
import { writeMessage } from '../grib-writer.js';
import { hill } from './hill.feature.js';

export const HILL_GRID = { ni: 5, nj: 4, latitudeFirst: 48, longitudeFirst: 10, increment: 0.5 };

/** Code table 4.201 by column from the west: rain, snow, freezing rain, ice pellets, none. */
const TYPES = [1, 5, 3, 8, 0];
/** From this step on amounts are in mm, and the gust has another name. */
const NEXT_VERSION_FROM = 5;

interface Written {
  decimals: number;
  /** Index of the message form; 0 by default. */
  form?: (stepHours: number) => number;
  /** Value in the source's units, by step and column from the west. Columns are half a degree apart. */
  at: (stepHours: number, column: number) => number;
  /** Statistical process of the message's time span. */
  process?: number;
  startHours?: (stepHours: number) => number;
}

const nextVersion = (step: number) => (step < NEXT_VERSION_FROM ? 0 : 1);
const amount = (mmPerHour: number): Written => ({
  decimals: 6,
  form: nextVersion,
  at: (step) => (mmPerHour * step) / (step < NEXT_VERSION_FROM ? 1000 : 1),
  process: 1,
  startHours: () => 0,
});

const RECORDS: Record<string, Written> = {
  '2t': { decimals: 2, at: (step, column) => 280 + step + column },
  '2d': { decimals: 2, at: (step) => 275 + step },
  '10u': { decimals: 2, at: () => 3 },
  '10v': { decimals: 2, at: () => 4 },
  '10fg': { decimals: 1, at: (step) => 10 + step, process: 2, startHours: (step) => step - 1 },
  sp: { decimals: 0, at: () => 90_000 },
  tp: amount(0.5),
  sf: amount(0.2),
  ptype: { decimals: 0, at: (_, column) => TYPES[column] },
};

/** Writes a whole run below a root, following the model's definition. */
export function writeHillRun(root: string, run: Date): void {
  const [{ file, inventory }] = hill.resolutions.fine.products as StepFiles[];
  for (const stepHours of stepTable(hill, 'fine')) {
    const messages: Uint8Array[] = [];
    const lines: string[] = [];
    let offset = 0;
    for (const [parameter, { decimals, form, at, process, startHours }] of Object.entries(RECORDS)) {
      const { alternatives } = hill.records.find(
        ({ alternatives: [known] }) => known.parameter === parameter,
      )!;
      if (startHours && stepHours === 0) continue;
      const identity = alternatives[0].messages[form?.(stepHours) ?? 0];
      const message = writeMessage({
        run,
        discipline: identity.discipline,
        category: identity.parameterCategory,
        number: identity.parameterNumber,
        level: [identity.levelType, identity.levelValue ?? 0],
        stepHours,
        startHours: startHours?.(stepHours),
        process,
        grid: HILL_GRID,
        values: Array.from({ length: 20 }, (_, cell) => at(stepHours, cell % HILL_GRID.ni)),
        decimals,
      });
      const time = run.toISOString();
      const names = alternatives.map((pattern) => pattern.parameter);
      lines.push(
        JSON.stringify({
          date: time.slice(0, 10).replaceAll('-', ''),
          time: time.slice(11, 16).replace(':', ''),
          step: String(stepHours),
          levtype: 'sfc',
          param: names[nextVersion(stepHours)] ?? parameter,
          _offset: offset,
          _length: message.length,
        }),
      );
      messages.push(message);
      offset += message.length;
    }
    const path = join(root, stepPath(file, run, stepHours));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.concat(messages));
    // The lines of an index are in no particular order.
    writeFileSync(join(root, stepPath(inventory.path, run, stepHours)), `${lines.reverse().join('\n')}\n`);
  }
}
