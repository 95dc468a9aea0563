import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SharedRunStore } from '../../core/config/index.js';
import { type RunManifest, TERRAIN_FOLDER } from '../../store/format/index.js';
import { OF_ONE_RUN, openSource, RunStoreError, terrainStore } from '../../store/sharing/index.js';
import { IngestError } from '../ingest-error.js';
import { type IngestRequest } from '../request/ingest-request.js';
import { removeOlderRuns } from './retention.js';
import { type RunBuilder } from './run-builder.js';

/**
 * Keeps the terrain of a run that is about to be published, in place of the one that is kept of its model if they
 * differ: the heights of places stay the same when runs without terrain follow, or none. The terrain of a run that is
 * older than the kept one is not kept. Ensembles have no part in heights.
 *
 * @throws IngestError if the shared store cannot be read
 */
export async function keepTerrain(
  request: IngestRequest,
  builder: RunBuilder,
  signal: AbortSignal,
): Promise<void> {
  if (request.model.ensemble) return;
  const terrains = terrainsOf(request);
  const known = await keptTerrain(terrains, signal);
  if (known && new Date(known.run) > request.run) return;
  await builder.publishTerrain(terrains.runsDirectory, known);
}

/** Deletes terrains that were replaced. */
export async function removeOlderTerrains(request: IngestRequest): Promise<void> {
  const terrains = terrainsOf(request);
  const { sharedStore, runsDirectory } = terrains;
  if (!existsSync(runsDirectory)) return;
  await removeOlderRuns(terrains);
  if (sharedStore?.kind === 'bucket') await rm(runsDirectory, { recursive: true });
}

/** The folder of terrains is a store of runs, with one run of each model. */
export function terrainsOf(request: IngestRequest): IngestRequest {
  const { runsDirectory, sharedStore, copiesDirectory } = request;
  return {
    ...request,
    runsDirectory: join(runsDirectory, TERRAIN_FOLDER),
    sharedStore: sharedStore && terrainStore(sharedStore),
    copiesDirectory: copiesDirectory && join(copiesDirectory, TERRAIN_FOLDER),
    runsKept: 1,
  };
}

/** Returns the terrain that is kept of the model; undefined without one, or if it cannot be read. */
async function keptTerrain(
  { sharedStore, runsDirectory: directory, model }: IngestRequest,
  signal: AbortSignal,
): Promise<RunManifest | undefined> {
  const store: SharedRunStore = sharedStore ?? { kind: 'volume', directory };
  if (store.kind === 'volume' && !existsSync(directory)) return undefined;
  const source = await openSource(store);
  try {
    const newest = (await source.published(signal)).find((terrain) => terrain.model === model.name);
    return newest && (await source.verify(newest.name, signal));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof RunStoreError) || OF_ONE_RUN.includes(error.name)) return undefined;
    throw new IngestError(error.name, error.message, { cause: error });
  } finally {
    source.close();
  }
}
