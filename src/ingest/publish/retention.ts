import { readdir } from 'node:fs/promises';
import { RunCatalogue } from '../../model-store/catalogue/run-catalogue.js';
import {
  currentRuns,
  damagedRuns,
  forgetDamaged,
  removeRun,
  retireRun,
  supersededRuns,
} from '../../model-store/format/run-directory.js';
import { type BucketRuns } from '../../run-sharing/bucket/bucket-runs.js';
import { IngestError } from '../ingest-error.js';
import { type IngestRequest } from '../request/ingest-request.js';
import { runLabel } from '../request/run-time.js';
import { storedRuns } from './stored-runs.js';
import { withBucket } from './with-bucket.js';

/**
 * Refuses a run that would be deleted as soon as it is published.
 * @throws IngestError (RunTooOldError)
 */
export async function requireRunKept(request: IngestRequest): Promise<void> {
  const { model, run, runsKept } = request;
  const newer = (await storedRuns(request)).filter(
    (stored) => stored.model === model.name && stored.run > run && !stored.isPart,
  );
  if (newer.length < runsKept) return;
  throw new IngestError(
    'RunTooOldError',
    `${newer.length} newer runs of ${model.name} are stored and RUNS_KEPT is ${runsKept}: the run ${runLabel(run)} would be deleted immediately`,
  );
}

/** Deletes the older runs beyond RUNS_KEPT, of which a newest one that is there in part is none; returns their names. */
export async function removeOlderRuns(request: IngestRequest): Promise<string[]> {
  const { model, runsDirectory, sharedStore } = request;
  const newest = (await storedRuns(request)).find((stored) => stored.model === model.name);
  const runsKept = request.runsKept + (newest?.isPart ? 1 : 0);
  const tidy = async (runs: BucketRuns) => {
    await runs.sweep();
    const removed = await runs.keep(runsKept);
    const damaged = damagedRuns(await readdir(runsDirectory));
    for (const { name } of supersededRuns(damaged, currentRuns(await runs.published())))
      forgetDamaged(runsDirectory, name);
    return removed;
  };
  if (sharedStore?.kind === 'bucket') return withBucket(sharedStore, tidy);
  const catalogue = new RunCatalogue(runsDirectory);
  try {
    return await catalogue.keep(runsKept, sharedStore ? retireRun : removeRun);
  } finally {
    catalogue.close();
  }
}
