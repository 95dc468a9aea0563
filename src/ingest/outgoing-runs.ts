import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RunCatalogue } from '../model-store/run-catalogue.js';
import { type RunManifest } from '../model-store/run-manifest.js';
import { type IngestRequest } from './ingest-request.js';
import { type RunPlan } from './run-plan.js';
import { withBucket } from './with-bucket.js';

/**
 * The run of a request, if an earlier attempt finished it and could not upload it. Finished runs that are not the one
 * that is wanted are deleted. Undefined where runs are not uploaded.
 */
export async function finishedRun(request: IngestRequest, plan: RunPlan): Promise<RunManifest | undefined> {
  const { sharedStore, runsDirectory, model, resolution, run } = request;
  if (sharedStore?.kind !== 'bucket') return undefined;
  const steps = plan.steps.map(({ stepHours }) => stepHours);
  const catalogue = new RunCatalogue(runsDirectory);
  try {
    const [finished] = catalogue.runs().filter(({ manifest, run: stored }) => {
      const isRun = manifest.model === model.name && manifest.resolution === resolution;
      const isWhole =
        manifest.stepsHours.length === steps.length &&
        manifest.stepsHours.every((step, i) => step === steps[i]);
      return isRun && isWhole && stored.getTime() === run.getTime();
    });
    for (const { name } of catalogue.runs())
      if (name !== finished?.name) await rm(join(runsDirectory, name), { recursive: true });
    return finished?.manifest;
  } finally {
    catalogue.close();
  }
}

/** Uploads what is finished where runs are uploaded, and deletes it here: who serves it has copies of the bucket's. */
export async function uploadFinished(
  { sharedStore, runsDirectory }: IngestRequest,
  signal: AbortSignal,
): Promise<void> {
  if (sharedStore?.kind !== 'bucket') return;
  const catalogue = new RunCatalogue(runsDirectory);
  const names = catalogue.runs().map(({ name }) => name);
  catalogue.close();
  for (const name of names) {
    await withBucket(sharedStore, (runs) => runs.upload(runsDirectory, name, signal));
    await rm(join(runsDirectory, name), { recursive: true });
  }
}
