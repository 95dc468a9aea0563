import type { RunWarning } from '../store/format/index.js';
import { stepsOf } from '../weather/models/index.js';
import { BoundedTasks } from './download/bounded-tasks.js';
import { namingDiskFull } from './download/naming-disk-full.js';
import { type IngestError, namingFile } from './ingest-error.js';
import { DownloadCache, forgettingBadDownloads } from './download/download-cache.js';
import { downloadSteps, type DownloadedStep, plannedBytes } from './download/download.js';
import { withModelLock, withStoreLock } from './publish/ingest-lock.js';
import { type IngestProgress } from './status/ingest-progress.js';
import { type IngestRequest } from './request/ingest-request.js';
import { type IngestSummary } from './status/ingest-summary.js';
import { type Inventories, readInventories } from './plan/inventories.js';
import { keepTerrain, removeOlderTerrains, terrainsOf } from './publish/kept-terrain.js';
import { removeOlderRuns, requireRunKept } from './publish/retention.js';
import { finishedRun, uploadFinished } from './publish/outgoing-runs.js';
import { planEnsemble } from './plan/ensemble-plan.js';
import { describeAbsences, namesOfAbsent } from './plan/record-absences.js';
import { type RefusedRecord } from './plan/refused-records.js';
import { plannedHours, planRun, type PlannedStep, type RunPlan } from './plan/run-plan.js';
import { requirePastRun, runLabel } from './request/run-time.js';
import { RunBuilder } from './publish/run-builder.js';
import { runWarnings } from './plan/run-warnings.js';
import { type ByteSource } from './source/byte-source.js';
import { Mirrors } from './source/mirrors.js';
import { type NetworkPolicy } from './source/network-policy.js';
import { isStored, publishedBeforeMs } from './publish/stored-runs.js';
import { stepLabel } from './request/step-list.js';
import { withDeadline } from './download/with-deadline.js';

/** Enough that no thread waits for its next record. */
const RECORDS_UNDER_WAY = 8;

export interface IngestContext {
  /** In order of preference; see Mirrors. */
  sources: ByteSource[];
  policy: Pick<NetworkPolicy, 'stepDeadlineMs' | 'runDeadlineMs'>;
  progress: IngestProgress;
  /** Aborted with the error to throw. */
  signal: AbortSignal;
  /** See IngestWait. */
  waits?: (lockPath: string) => void;
  /** Waits for the turn to store what was downloaded. */
  turn?: () => Promise<void>;
}

/**
 * Ingests one run: download → decode → derive → store → publish (→ upload). Readers see the run only once it is
 * complete; until then, and after any failure, the store is unchanged. Models are downloaded side by side and stored
 * one after the other, so that none waits for another one's source.
 *
 * @throws IngestError, or the signal's reason if it is aborted before the publication
 */
export function ingestRun(request: IngestRequest, context: IngestContext): Promise<IngestSummary> {
  return withModelLock(request, context, () => takeRun(request, context));
}

/** Like `ingestRun`, but returns undefined if the store already has the whole run. */
export function ingestUnlessStored(
  request: IngestRequest,
  context: IngestContext,
): Promise<IngestSummary | undefined> {
  return withModelLock(request, context, async () =>
    (await isStored(request)) ? undefined : takeRun(request, context),
  );
}

function takeRun(request: IngestRequest, context: IngestContext): Promise<IngestSummary> {
  const { policy, signal } = context;
  return withDeadline(`the run ${runLabel(request.run)}`, policy.runDeadlineMs, signal, (runSignal) =>
    attemptRun(request, { ...context, signal: runSignal }),
  );
}

async function attemptRun(request: IngestRequest, context: IngestContext): Promise<IngestSummary> {
  const startedMs = performance.now();
  requirePastRun(request.run, new Date(Date.now() + (request.clockSkewMs ?? 0)));
  await requireRunKept(request);
  const mirrors = new Mirrors(context.sources);
  const inventories = await readInventories(mirrors, request, context.signal);
  const summary = await takePresent(request, mirrors, inventories, context);
  return { ...summary, seconds: (performance.now() - startedMs) / 1000 };
}

/** Ingests the steps that have an inventory. Steps that the run may lack are left out if their files are missing. */
async function takePresent(
  request: IngestRequest,
  mirrors: Mirrors,
  inventories: Inventories,
  context: IngestContext,
): Promise<Omit<IngestSummary, 'seconds'>> {
  try {
    return await takeSteps(withEnd(request, inventories), mirrors, inventories, context);
  } catch (error) {
    const { name, stepHours } = error as IngestError;
    if (name !== 'FileMissingError' || !request.mayLack?.includes(stepHours!)) throw error;
    const present = inventories.present.filter((inventory) => inventory.stepHours !== stepHours);
    const missingSteps = [...inventories.missingSteps, stepHours!].sort((one, other) => one - other);
    return takePresent(request, mirrors, { ...inventories, present, missingSteps }, context);
  }
}

/** A run without its last step is a part, which the run before it continues. */
function withEnd(request: IngestRequest, { missingSteps }: Inventories): IngestRequest {
  const end = stepsOf(request, request.run).at(-1)!;
  return request.mayLack && missingSteps.includes(end) ? { ...request, isPart: true } : request;
}

async function takeSteps(
  request: IngestRequest,
  mirrors: Mirrors,
  { product, present, missingSteps }: Inventories,
  context: IngestContext,
): Promise<Omit<IngestSummary, 'seconds'>> {
  const table = stepsOf({ ...request, maxStepHours: Infinity }, request.run);
  const plan = request.model.ensemble
    ? planEnsemble(request.model, present, table)
    : planRun(request.model.records, present, table);
  const cache = mirrors.isRemote ? await openCache(request) : undefined;
  return forgettingBadDownloads(cache, async () => {
    const files = (from: Mirrors) => downloads(from, plan, cache, context);
    const fetchedBytes = cache && (await fetchAll(plan.steps, files(mirrors), context.progress));
    await context.turn?.();
    // With another count of the steps read, since these are read for the second time.
    const ready = cache ? files(new Mirrors(context.sources)) : files(mirrors);
    return withStoreLock(request, context, async () => {
      const finished = await finishedRun(request, plan);
      const { downloadedBytes, warnings, refused, outsideValues } = finished
        ? { ...NOTHING_STORED, warnings: finished.warnings }
        : await storeRun(request, plan, missingSteps, ready, cache ? onlyStoring(context) : context);
      await uploadFinished(terrainsOf(request), context.signal);
      await uploadFinished(request, context.signal);
      // What is still to come is added to these downloads.
      const isDone = !request.isPart && !(request.mayLack && missingSteps.length > 0);
      const { removedRuns, failures } = await cleanUp(request, isDone ? cache : undefined);
      return {
        stepsHours: plannedHours(plan),
        records: plan.steps.reduce((sum, { records }) => sum + records.length, 0),
        downloadedBytes: fetchedBytes ?? downloadedBytes,
        warnings: [...warnings.map(({ detail }) => detail), ...failures],
        removedRuns,
        product: product.name,
        sources: mirrors.report(),
        changedRecords: describeAbsences(plan, request.model, refused),
        missingRecords: namesOfAbsent(plan, request.model, refused),
        outsideValues,
      };
    });
  });
}

function openCache(request: IngestRequest): Promise<DownloadCache> {
  return namingDiskFull('downloads', () => DownloadCache.open(request));
}

function downloads(
  mirrors: Mirrors,
  { steps }: RunPlan,
  cache: DownloadCache | undefined,
  { signal, policy: { stepDeadlineMs } }: IngestContext,
): AsyncIterable<DownloadedStep> {
  return downloadSteps(mirrors, steps, cache, { signal, stepDeadlineMs });
}

/**
 * Deletes downloads and older runs. A failure doesn't affect the run, which is published: the next ingest tries again.
 */
async function cleanUp(
  request: IngestRequest,
  cache: DownloadCache | undefined,
): Promise<{ removedRuns: string[]; failures: string[] }> {
  const failures: string[] = [];
  const failed = (what: string) => (error: Error) => {
    failures.push(`The run is published, but ${what} could not be deleted: ${error.message}.`);
  };
  await cache?.remove().catch(failed('its downloads'));
  const removedRuns = await removeOlderRuns(request).catch(failed('older runs'));
  await removeOlderTerrains(request).catch(failed('older terrains'));
  return { removedRuns: removedRuns ?? [], failures };
}

/** The outcome of storing a run. */
interface Stored {
  downloadedBytes: number;
  warnings: RunWarning[];
  refused: readonly RefusedRecord[];
  outsideValues: number;
}

const NOTHING_STORED: Stored = { downloadedBytes: 0, warnings: [], refused: [], outsideValues: 0 };

/** Stores and publishes the planned records, or leaves the store unchanged. */
async function storeRun(
  request: IngestRequest,
  plan: RunPlan,
  missingSteps: number[],
  downloads: AsyncIterable<DownloadedStep>,
  context: IngestContext,
): Promise<Stored> {
  const builder = new RunBuilder(request, plannedHours(plan));
  try {
    const downloadedBytes = await transferSteps(plan.steps, downloads, builder, context);
    const { refused, findings } = await builder.findings();
    const warnings = runWarnings(request, missingSteps, plan, refused, findings);
    const laterThanMs = await publishedBeforeMs(request);
    await namingDiskFull('the finished run', async () => {
      await keepTerrain(request, builder, context.signal);
      await builder.publish(warnings, laterThanMs);
    });
    const outsideValues = findings.outside.reduce((sum, { count }) => sum + count, 0);
    return { downloadedBytes, warnings, refused, outsideValues };
  } catch (error) {
    // The next ingest sweeps what can't be deleted.
    await builder.abort().catch(() => undefined);
    throw error;
  }
}

/** Downloads all files to the cache, so that nothing waits for the source afterwards. @returns the number of bytes */
async function fetchAll(
  steps: PlannedStep[],
  downloads: AsyncIterable<DownloadedStep>,
  progress: IngestProgress,
): Promise<number> {
  const counted = countSteps(progress);
  let downloadedBytes = 0;
  progress.begin(plannedHours({ steps }).length, plannedBytes(steps));
  try {
    for await (const file of downloads) {
      downloadedBytes += file.downloadedBytes;
      counted(file)();
      file.release();
    }
  } finally {
    progress.end();
  }
  return downloadedBytes;
}

function onlyStoring(context: IngestContext): IngestContext {
  const nothing = () => undefined;
  const stored = () => context.progress.stored?.();
  return { ...context, progress: { begin: nothing, step: nothing, end: nothing, stored } };
}

/** @returns the number of downloaded bytes */
async function transferSteps(
  steps: PlannedStep[],
  downloads: AsyncIterable<DownloadedStep>,
  builder: RunBuilder,
  { progress, signal }: IngestContext,
): Promise<number> {
  const transfers = new BoundedTasks(RECORDS_UNDER_WAY);
  const counted = countSteps(progress);
  let downloadedBytes = 0;
  progress.begin(plannedHours({ steps }).length, plannedBytes(steps));
  try {
    for await (const file of downloads) {
      const { stepHours } = file;
      for (const downloaded of file.records) {
        await transfers.start(() =>
          namingDiskFull(`the fields of ${stepLabel(stepHours)}`, () =>
            namingFile(stepHours, downloaded.url, () => builder.take(downloaded)),
          ),
        );
        signal.throwIfAborted();
      }
      downloadedBytes += file.downloadedBytes;
      const report = counted(file);
      transfers.afterAll(() => {
        file.release();
        report();
        if (file.isLastFile) progress.stored?.();
      });
    }
    await transfers.end();
  } finally {
    progress.end();
  }
  return downloadedBytes;
}

/** Sums up the files of each step. The result reports the step if the file is its last one. */
function countSteps(progress: IngestProgress): (file: DownloadedStep) => () => void {
  let [sumRecords, sumBytes] = [0, 0];
  return ({ stepHours, records, isLastFile, downloadedBytes }) => {
    const [count, bytes] = [sumRecords + records.length, sumBytes + downloadedBytes];
    [sumRecords, sumBytes] = isLastFile ? [0, 0] : [count, bytes];
    return () => {
      if (isLastFile) progress.step(stepHours, count, bytes);
    };
  };
}
