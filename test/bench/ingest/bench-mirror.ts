import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gfs } from '../../../src/models/gfs/gfs.model.js';
import { stepsOf } from '../../../src/models/model-target.js';
import { stepPath } from '../../../src/models/step-path.js';
import { pgrb2 } from '../../../src/models/gfs/gfs.products.js';
import { type MirrorParameters } from './write-mirror.js';

/** Where the real fields are from which the benchmarks make theirs. */
export const REAL_FIELDS = join(import.meta.dirname, '../../../../shared/data/grib');

/** The hours at which a share of a run may begin: with a bucket of six hours. */
const BUCKET_HOURS = 6;

/** Writes the run of a mirror up to a step, in two processes, unless it is there. */
export async function writeMirror(
  root: string,
  run: string,
  resolution: string,
  lastHours: number,
  steps = stepsOf({ model: gfs, resolution, maxStepHours: lastHours }),
): Promise<void> {
  const inventories = steps.map((step) =>
    join(root, stepPath(pgrb2(resolution).inventory.path, new Date(run), step)),
  );
  if (inventories.every((path) => existsSync(path))) return;
  const middle = Math.floor(steps[Math.floor(steps.length / 2)] / BUCKET_HOURS) * BUCKET_HOURS;
  const shares = [steps.filter((step) => step <= middle), steps.filter((step) => step > middle)];
  await Promise.all(
    shares
      .filter(({ length }) => length > 0)
      .map((stepsHours) => writeShare({ fields: REAL_FIELDS, root, run, resolution, stepsHours })),
  );
}

async function writeShare(parameters: MirrorParameters): Promise<void> {
  const entry = join(import.meta.dirname, 'write-mirror.ts');
  const child = spawn(process.execPath, [...process.execArgv, entry, JSON.stringify(parameters)], {
    stdio: 'inherit',
  });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) throw new Error('the mirror could not be written');
}

/** The bytes of all files below a folder, as far as they are on the disk. */
export function bytesBelow(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // What is deleted meanwhile is no longer there, and what is not written yet takes no room.
    bytes += 512 * (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.blocks ?? 0);
  }
  return bytes;
}
