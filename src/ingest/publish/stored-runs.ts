import { type RunManifest, currentRuns, keptRuns, parseRunName } from '../../store/format/index.js';
import { RunCatalogue } from '../../store/catalogue/index.js';
import { stepsOf } from '../../weather/models/index.js';
import { type BucketRuns, RunStoreError, type RunStoreErrorName } from '../../store/sharing/index.js';
import { type IngestRequest } from '../request/ingest-request.js';
import { type IngestTarget } from '../request/ingest-target.js';
import { withBucket } from './with-bucket.js';

/** Facts about a published run, without its values. */
export interface StoredRunFacts extends Pick<RunManifest, 'model' | 'resolution' | 'stepsHours' | 'isPart'> {
  name: string;
  run: Date;
}

type Store = Pick<IngestRequest, 'runsDirectory' | 'sharedStore'>;

/**
 * Facts about the runs of each bucket, by its address, so that no manifest is read twice: a published run never
 * changes.
 */
const readBefore = new Map<string, ReadonlyMap<string, StoredRunFacts>>();

/** Errors of an unreadable run, which is treated as absent. */
const UNREADABLE: RunStoreErrorName[] = ['RunObjectMissingError', 'RunDamagedError'];

/**
 * Returns the published runs, newest first: those of the bucket if there is one, otherwise those of the folder that
 * runs are written to.
 * @throws IngestError if the bucket cannot be read
 */
export async function storedRuns({ runsDirectory, sharedStore }: Store): Promise<StoredRunFacts[]> {
  if (sharedStore?.kind === 'bucket') return withBucket(sharedStore, runsOfBucket);
  const catalogue = new RunCatalogue(runsDirectory);
  try {
    return catalogue.runs().map(({ name, manifest }) => factsOf(name, manifest));
  } finally {
    catalogue.close();
  }
}

/** Whether a published run belongs to the target and has every step that the target asks for. */
export function isWholeRunOf(target: IngestTarget, stored: StoredRunFacts): boolean {
  return (
    stored.model === target.model.name &&
    stored.resolution === target.resolution &&
    stepsOf(target, stored.run).every((step) => stored.stepsHours.includes(step))
  );
}

/**
 * Whether a run that is published would not be deleted at once.
 *
 * @param stored runs of its model
 */
export function isKept(
  run: Pick<StoredRunFacts, 'run' | 'isPart'>,
  stored: readonly StoredRunFacts[],
  runsKept: number,
): boolean {
  const others = stored.filter((other) => other.run.getTime() !== run.run.getTime());
  const newestFirst = [run, ...others].sort((one, other) => other.run.getTime() - one.run.getTime());
  return keptRuns(newestFirst, runsKept).includes(run);
}

/** Whether the requested run is stored with every requested step; a run that was found damaged is not. */
export async function isStored(request: IngestRequest): Promise<boolean> {
  const { model, resolution, run, steps } = request;
  const wanted = steps === 'available' ? stepsOf(request, run) : steps;
  return (await storedRuns(request)).some(
    (stored) =>
      stored.model === model.name &&
      stored.resolution === resolution &&
      stored.run.getTime() === run.getTime() &&
      wanted.every((step) => stored.stepsHours.includes(step)),
  );
}

/**
 * Returns the time of the newest publication of the run in a bucket, otherwise 0. The name of the next publication must
 * carry a later time.
 */
export async function publishedBeforeMs({ sharedStore, model, run }: IngestRequest): Promise<number> {
  if (sharedStore?.kind !== 'bucket') return 0;
  const stored = await storedRuns({ runsDirectory: '', sharedStore });
  const same = stored.filter((facts) => facts.model === model.name && facts.run.getTime() === run.getTime());
  return Math.max(0, ...same.map(({ name }) => parseRunName(name)?.publishedMs ?? 0));
}

async function runsOfBucket(runs: BucketRuns): Promise<StoredRunFacts[]> {
  const { address } = runs.bucket;
  const before = readBefore.get(address);
  const facts = new Map<string, StoredRunFacts>();
  for (const { name } of currentRuns(await runs.published())) {
    const found = before?.get(name) ?? (await readFacts(runs, name));
    if (found) facts.set(name, found);
  }
  readBefore.set(address, facts);
  return [...facts.values()];
}

async function readFacts(runs: BucketRuns, name: string): Promise<StoredRunFacts | undefined> {
  try {
    return factsOf(name, (await runs.manifest(name)).manifest);
  } catch (error) {
    if (error instanceof RunStoreError && UNREADABLE.includes(error.name)) return undefined;
    throw error;
  }
}

function factsOf(name: string, { run, ...manifest }: RunManifest): StoredRunFacts {
  const { model, resolution, stepsHours, isPart } = manifest;
  return { name, model, resolution, stepsHours, isPart, run: new Date(run) };
}
