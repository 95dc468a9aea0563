import { join } from 'node:path';
import { type ModelTarget, stepsOf } from '../../../src/models/model-target.js';
import { latestRun } from '../../../src/models/run-times.js';
import { writeMirror } from './bench-mirror.js';

/** The newest run of a model in a mirror. */
export interface NewestRun {
  target: ModelTarget;
  run: Date;
}

/** Writes the newest run of each model, below a folder of its name; that of GFS in files of 0.25°, as v17 has them. */
export async function writeNewestRuns(root: string, targets: readonly ModelTarget[]): Promise<NewestRun[]> {
  const written: NewestRun[] = [];
  for (const target of targets) {
    const { model } = target;
    const run = latestRun(model, new Date());
    const resolution = model.name === 'gfs' ? '0p25' : target.resolution;
    const steps = stepsOf(target, run);
    await writeMirror({ root: join(root, model.name), run: run.toISOString(), model, resolution, steps });
    written.push({ target, run });
  }
  return written;
}
