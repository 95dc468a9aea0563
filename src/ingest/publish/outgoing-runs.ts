import { readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { RunCatalogue } from '../../model-store/catalogue/run-catalogue.js';
import { publishedRuns } from '../../model-store/format/run-directory.js';
import { type RunManifest } from '../../model-store/format/run-manifest.js';
import { type IngestRequest } from '../request/ingest-request.js';
import { plannedHours, type RunPlan } from '../plan/run-plan.js';
import { withBucket } from './with-bucket.js';

export type OutgoingRuns = Pick<IngestRequest, 'sharedStore' | 'runsDirectory' | 'copiesDirectory'>;

/**
 * The run of a request, if an earlier attempt finished it and could not upload it. Finished runs of the model that are not
 * the one that is wanted are deleted. Undefined where runs are not uploaded.
 */
export async function finishedRun(request: IngestRequest, plan: RunPlan): Promise<RunManifest | undefined> {
  const { sharedStore, runsDirectory, model, resolution, run } = request;
  if (sharedStore?.kind !== 'bucket') return undefined;
  const steps = plannedHours(plan);
  const catalogue = new RunCatalogue(runsDirectory);
  try {
    const [finished] = catalogue.runs().filter(({ manifest, run: stored }) => {
      const isRun = manifest.model === model.name && manifest.resolution === resolution;
      const isWhole =
        manifest.stepsHours.length === steps.length &&
        manifest.stepsHours.every((step, i) => step === steps[i]);
      return isRun && isWhole && stored.getTime() === run.getTime();
    });
    for (const { name, model: of } of publishedRuns(await readdir(runsDirectory)))
      if (of === model.name && name !== finished?.name)
        await rm(join(runsDirectory, name), { recursive: true });
    return finished?.manifest;
  } finally {
    catalogue.close();
  }
}

/** Uploads what is finished where runs are uploaded, and has no further use for it but to be served here. */
export async function uploadFinished(
  { sharedStore, runsDirectory, copiesDirectory }: OutgoingRuns,
  signal: AbortSignal,
): Promise<void> {
  if (sharedStore?.kind !== 'bucket') return;
  const catalogue = new RunCatalogue(runsDirectory);
  const names = catalogue.runs().map(({ name }) => name);
  catalogue.close();
  for (const name of names) {
    const finished = join(runsDirectory, name);
    try {
      await withBucket(sharedStore, (runs) => runs.upload(runsDirectory, name, signal));
    } catch (error) {
      // It has rotted here, and the next attempt takes it anew.
      if ((error as Error).name === 'RunDamagedError') await rm(finished, { recursive: true });
      throw error;
    }
    if (copiesDirectory !== undefined && (await moveTo(copiesDirectory, finished))) continue;
    await rm(finished, { recursive: true });
  }
}

/** @returns whether it is there now; where the folder is another disk, or is missing, the run is fetched as by others */
async function moveTo(copiesDirectory: string, finished: string): Promise<boolean> {
  try {
    await rename(finished, join(copiesDirectory, basename(finished)));
    return true;
  } catch {
    return false;
  }
}
