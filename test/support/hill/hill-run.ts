import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeMessage } from '../grib-writer.js';
import { hill } from './hill.model.js';

export const HILL_GRID = { ni: 5, nj: 4, latitudeFirst: 48, longitudeFirst: 10, increment: 0.5 };

/** In the source's units; by the column from the west, which a degree is two of. */
const VALUES: Record<string, { decimals: number; at: (stepHours: number, column: number) => number }> = {
  temperature2m: { decimals: 2, at: (step, column) => 280 + step + column },
  dewPoint2m: { decimals: 2, at: (step) => 275 + step },
  windU10m: { decimals: 2, at: () => 3 },
  windV10m: { decimals: 2, at: () => 4 },
  surfacePressure: { decimals: 0, at: () => 90_000 },
  precipitation: { decimals: 6, at: (step) => 0.0005 * step },
};

/** Writes a whole run below a root, as the facts about the model say. */
export function writeHillRun(root: string, run: Date): void {
  for (const stepHours of hill.resolutions.fine.steps(Infinity)) {
    const messages: Uint8Array[] = [];
    const lines: string[] = [];
    let offset = 0;
    for (const { variable, alternatives, expect, atStepZero } of hill.records) {
      if (stepHours === 0 && atStepZero === 'absent') continue;
      const isAmount = alternatives[0].derivation === 'accumulated';
      const { decimals, at } = VALUES[variable];
      const message = writeMessage({
        run,
        discipline: expect.discipline,
        category: expect.parameterCategory,
        number: expect.parameterNumber,
        level: [expect.levelType, expect.levelValue ?? 0],
        stepHours,
        startHours: isAmount ? 0 : undefined,
        grid: HILL_GRID,
        values: Array.from({ length: 20 }, (_, cell) => at(stepHours, cell % HILL_GRID.ni)),
        decimals,
      });
      const date = run.toISOString().slice(0, 13).replace(/[-T]/g, '');
      const when =
        stepHours === 0 ? 'anl' : `${isAmount ? '0-' : ''}${stepHours} hour ${isAmount ? 'acc ' : ''}fcst`;
      lines.push(`${lines.length + 1}:${offset}:d=${date}:${alternatives[0].parameter}:single:${when}:`);
      messages.push(message);
      offset += message.length;
    }
    const [{ filePath, inventorySuffix }] = hill.resolutions.fine.products;
    const path = join(root, filePath(run, stepHours));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.concat(messages));
    writeFileSync(path + inventorySuffix, `${lines.join('\n')}\n`);
  }
}
