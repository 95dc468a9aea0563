import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Model } from '../../../src/weather/models/model.js';
import { type MirrorParameters } from './write-mirror.js';

/** Folder of the real fields from which the benchmarks derive theirs. */
export const REAL_FIELDS = join(import.meta.dirname, '../../../../shared/data/grib');

/** A mirror of a run's files, laid out like the source. */
export interface Mirror {
  root: string;
  run: string;
  model: Model;
  resolution: string;
  /** Ascending. */
  steps: number[];
}

/** Writes the run of a mirror in two processes, unless it exists already. */
export async function writeMirror({ root, run, model, resolution, steps }: Mirror): Promise<void> {
  const label = [model.name, resolution, run.replaceAll(':', ''), steps.length].join('-');
  const done = join(root, `${label}.done`);
  if (existsSync(done)) return;
  const middle = Math.ceil(steps.length / 2);
  const shares = [steps.slice(0, middle), steps.slice(middle)].filter(({ length }) => length > 0);
  await Promise.all(
    shares.map((writtenHours) =>
      writeShare({ fields: REAL_FIELDS, root, run, model, resolution, stepsHours: steps, writtenHours }),
    ),
  );
  writeFileSync(done, '');
}

async function writeShare(parameters: MirrorParameters): Promise<void> {
  const entry = join(import.meta.dirname, 'write-mirror.ts');
  const child = spawn(process.execPath, [...process.execArgv, entry, JSON.stringify(parameters)], {
    stdio: 'inherit',
  });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) throw new Error('the mirror could not be written');
}

/** Returns the disk usage in bytes of all files below a folder. */
export function bytesBelow(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // Files deleted in the meantime and blocks not yet written don't count.
    bytes += 512 * (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.blocks ?? 0);
  }
  return bytes;
}
