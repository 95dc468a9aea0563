import { join } from 'node:path';
import { type ModelTarget, stepsOf } from '../../../src/weather/models/model-target.js';
import { latestRun } from '../../../src/weather/models/run-times.js';
import { writeMirror } from './bench-mirror.js';

/** A model's newest run in a mirror. */
export interface NewestRun {
  target: ModelTarget;
  run: Date;
}

/** Writes each model's newest run into a folder with the model's name; GFS as 0.25° files, like v17. */
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
