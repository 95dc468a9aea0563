import { type RunWarning } from '../model-store/run-manifest.js';
import { downloadSteps } from './download.js';
import { withIngestLock } from './ingest-lock.js';
import { type IngestProgress } from './ingest-progress.js';
import { type IngestRequest } from './ingest-request.js';
import { type IngestSummary } from './ingest-summary.js';
import { readInventories } from './inventories.js';
import { removeOlderRuns, requireRunKept } from './retention.js';
import { planRun, type PlannedStep } from './run-plan.js';
import { RunStore } from './run-store.js';
import { runWarnings } from './run-warnings.js';
import { type ByteSource } from './source/byte-source.js';
import { SpanDeriver } from './span-deriver.js';
import { StepDecoder } from './step-decoder.js';

export interface IngestContext {
  source: ByteSource;
  progress: IngestProgress;
  /** Aborted with the error that is to be thrown. */
  signal: AbortSignal;
}

/**
 * Takes one run from a source into the store: download → decode → derive → store → publish. Readers see the run when it
 * is whole; until then, and after any failure, the store is as it was.
 *
 * @throws IngestError, or the signal's reason once it is aborted before the publication
 */
export function ingestRun(request: IngestRequest, context: IngestContext): Promise<IngestSummary> {
  return withIngestLock(request, async () => {
    const startedMs = performance.now();
    requireRunKept(request);
    const inventories = await readInventories(context.source, request, context.signal);
    const plan = planRun(request.model.records, inventories.present);
    const stepsHours = plan.steps.map(({ stepHours }) => stepHours);
    const deriver = new SpanDeriver();
    const store = new RunStore(request, stepsHours);
    let downloadedBytes: number;
    let warnings: RunWarning[];
    try {
      downloadedBytes = await transferSteps(request.run, plan.steps, deriver, store, context);
      warnings = runWarnings(request, inventories.missingSteps, plan, deriver.implausibilities());
      await store.publish(warnings);
    } catch (error) {
      await store.abort();
      throw error;
    }
    return {
      stepsHours,
      records: plan.steps.reduce((sum, { records }) => sum + records.length, 0),
      downloadedBytes,
      seconds: (performance.now() - startedMs) / 1000,
      warnings: warnings.map(({ detail }) => detail),
      removedRuns: await removeOlderRuns(request),
    };
  });
}

/** @returns the bytes that were downloaded */
async function transferSteps(
  run: Date,
  steps: PlannedStep[],
  deriver: SpanDeriver,
  store: RunStore,
  { source, progress, signal }: IngestContext,
): Promise<number> {
  const decoder = new StepDecoder(run);
  let downloadedBytes = 0;
  progress.begin(steps.length);
  try {
    for await (const step of downloadSteps(source, steps, signal)) {
      for (const downloaded of step.records) {
        const decoded = decoder.decode(downloaded);
        await store.add(deriver.derive(decoded), decoded.grid);
        signal.throwIfAborted();
      }
      downloadedBytes += step.downloadedBytes;
      progress.step(step.stepHours, step.records.length, step.downloadedBytes);
    }
  } finally {
    progress.end();
  }
  return downloadedBytes;
}
