import { RunCatalogue } from '../model-store/run-catalogue.js';
import { IngestError } from './ingest-error.js';
import { type IngestRequest } from './ingest-request.js';
import { runLabel } from './run-time.js';

/**
 * Refuses a run that would be deleted as soon as it is published.
 * @throws IngestError (RunTooOldError)
 */
export function requireRunKept({ model, run, runsKept, runsDirectory }: IngestRequest): void {
  const catalogue = new RunCatalogue(runsDirectory);
  const newer = catalogue.runs().filter((stored) => stored.manifest.model === model.name && stored.run > run);
  catalogue.close();
  if (newer.length < runsKept) return;
  throw new IngestError(
    'RunTooOldError',
    `${newer.length} newer runs of ${model.name} are stored and RUNS_KEPT is ${runsKept}: the run ${runLabel(run)} would be deleted at once`,
  );
}

/** Deletes the older runs beyond RUNS_KEPT and returns their names. */
export async function removeOlderRuns({ runsKept, runsDirectory }: IngestRequest): Promise<string[]> {
  const catalogue = new RunCatalogue(runsDirectory);
  try {
    return await catalogue.keep(runsKept);
  } finally {
    catalogue.close();
  }
}
