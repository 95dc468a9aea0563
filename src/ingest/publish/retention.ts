import { readdir } from 'node:fs/promises';
import { RunCatalogue } from '../../store/catalogue/index.js';
import {
  currentRuns,
  damagedRuns,
  forgetDamaged,
  removeRun,
  retireRun,
  supersededRuns,
} from '../../store/format/index.js';
import type { BucketRuns } from '../../store/sharing/index.js';
import { IngestError } from '../ingest-error.js';
import { type IngestRequest } from '../request/ingest-request.js';
import { runLabel } from '../request/run-time.js';
import { isKept, storedRuns } from './stored-runs.js';
import { withBucket } from './with-bucket.js';

/**
 * Rejects a run that would be deleted as soon as it is published.
 * @throws IngestError (RunTooOldError)
 */
export async function requireRunKept(request: IngestRequest): Promise<void> {
  const { model, run, isPart, runsKept } = request;
  const stored = (await storedRuns(request)).filter((one) => one.model === model.name);
  if (isKept({ run, ...(isPart && { isPart }) }, stored, runsKept)) return;
  const newer = stored.filter((one) => one.run > run);
  throw new IngestError(
    'RunTooOldError',
    `${newer.length} newer runs of ${model.name} are stored (RUNS_KEPT=${runsKept}), so the run ${runLabel(run)} would be deleted immediately`,
  );
}

/** Deletes the older runs beyond RUNS_KEPT and returns their names. */
export async function removeOlderRuns(request: IngestRequest): Promise<string[]> {
  const { runsKept, runsDirectory, sharedStore } = request;
  const tidy = async (runs: BucketRuns) => {
    await runs.sweep();
    const parts = (await storedRuns(request)).filter(({ isPart }) => isPart).map(({ name }) => name);
    const removed = await runs.keep(runsKept, (name) => parts.includes(name));
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
