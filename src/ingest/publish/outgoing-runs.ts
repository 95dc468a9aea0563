import { readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { RunCatalogue } from '../../store/catalogue/index.js';
import { type RunManifest, publishedRuns } from '../../store/format/index.js';
import { type IngestRequest } from '../request/ingest-request.js';
import { plannedHours, type RunPlan } from '../plan/run-plan.js';
import { withBucket } from './with-bucket.js';

export type OutgoingRuns = Pick<IngestRequest, 'sharedStore' | 'runsDirectory' | 'copiesDirectory'>;

/**
 * Returns the requested run if an earlier attempt finished it but could not upload it. Deletes other finished runs of
 * the model. Returns undefined if runs are not uploaded.
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

/**
 * Uploads the finished runs, if runs are uploaded at all. Then keeps them as local copies if this machine serves them,
 * otherwise deletes them.
 */
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
      // The finished run is damaged; the next attempt ingests it again.
      if ((error as Error).name === 'RunDamagedError') await rm(finished, { recursive: true });
      throw error;
    }
    if (copiesDirectory !== undefined && (await moveTo(copiesDirectory, finished))) continue;
    await rm(finished, { recursive: true });
  }
}

/**
 * @returns whether the run was moved; if the folder is on another disk or missing, the run is fetched as on other
 * machines
 */
async function moveTo(copiesDirectory: string, finished: string): Promise<boolean> {
  try {
    await rename(finished, join(copiesDirectory, basename(finished)));
    return true;
  } catch {
    return false;
  }
}
