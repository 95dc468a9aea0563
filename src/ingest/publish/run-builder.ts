import { availableParallelism } from 'node:os';
import { type MemberStatistics, keptVariables } from '../../weather/meteo/index.js';
import type { RunManifest, RunWarning } from '../../store/format/index.js';
import { RunWriter } from '../../store/write/index.js';
import { type DownloadedRecord } from '../download/download.js';
import { type IngestThreads } from '../fields/ingest-threads.js';
import { OwnThread } from '../fields/own-thread.js';
import { type Findings } from '../fields/record-taker.js';
import { WorkerThreads } from '../fields/worker-threads.js';
import { type RefusedRecord, RefusedRecords } from '../plan/refused-records.js';
import { type PlannedRecord } from '../plan/run-plan.js';
import { type IngestRequest } from '../request/ingest-request.js';
import { type RunGrid, StepDecoder } from '../fields/step-decoder.js';

/** Fields with fewer cells are processed faster than they can be handed over to another thread. */
const LEAST_CELLS_FOR_THREADS = 200_000;
/** Each thread uses about 60 MB at 0.25°. */
const MOST_THREADS = 4;

/** Builds a run in the store. Starts with the first record, because the grid is unknown before. */
export class RunBuilder {
  private readonly refusals = new RefusedRecords();
  private begun: Promise<{ writer: RunWriter; threads: IngestThreads }> | undefined;

  constructor(
    private readonly request: IngestRequest,
    private readonly stepsHours: number[],
  ) {}

  /**
   * Decodes a record and adds or notes it, or goes on without it: see RefusedRecords. Calls may overlap; those for one
   * variable must come in step order.
   */
  async take(downloaded: DownloadedRecord): Promise<void> {
    const { record } = downloaded;
    try {
      await this.add(downloaded);
      this.refusals.noteTaken(record);
    } catch (error) {
      this.refusals.note(record, error);
    }
    const { member, forecast } = record;
    if (member?.isLast) await this.reduce(record, member.statistics, forecast.stepHours);
  }

  private async add(downloaded: DownloadedRecord): Promise<void> {
    // The first record may be one that the run goes on without.
    this.begun = this.begun?.catch(() => this.begin(downloaded)) ?? this.begin(downloaded);
    const { writer, threads } = await this.begun;
    const { source, forecast, isRunTotal, member } = downloaded.record;
    if (member) return threads.takeMember(downloaded);
    if (isRunTotal) return threads.note(downloaded);
    const step = source.static ? 'static' : forecast.stepHours;
    await writer.fill(source.variable, step, (...room) => threads.take(downloaded, ...room));
  }

  /** Adds the planes computed from the members at a step. */
  private async reduce(
    record: PlannedRecord,
    statistics: MemberStatistics,
    stepHours: number,
  ): Promise<void> {
    const { writer, threads } = await this.begun!;
    await Promise.all(
      keptVariables(statistics).map((variable) =>
        writer
          .fill(variable, stepHours, (codes) => threads.reduce(statistics, variable, stepHours, codes))
          .catch((error: unknown) => this.refusals.note(record, error)),
      ),
    );
  }

  /** What was wrong with the records. @throws IngestError if the run cannot do without those that were refused */
  async findings(): Promise<{ refused: readonly RefusedRecord[]; findings: Findings }> {
    this.refusals.requireRequired();
    const found = await (await this.begun)?.threads.findings();
    return {
      refused: this.refusals.all,
      findings: found ?? { outside: [], implausible: [], differences: [] },
    };
  }

  /**
   * Publishes the terrain of the run, if it has one, as a run in a folder of its own.
   *
   * @param known the terrain there, which stays if it is the same
   */
  async publishTerrain(runsDirectory: string, known: RunManifest | undefined): Promise<void> {
    const begun = await this.begun;
    const terrain = await begun?.writer.copyOf('terrainHeight', runsDirectory);
    await terrain?.publish(Date.parse(known?.publishedAt ?? '1970-01-01'), known);
  }

  /**
   * Makes the run visible, with a publication time after `laterThanMs`. Responses based on the run repeat the warnings.
   */
  async publish(warnings: RunWarning[], laterThanMs: number): Promise<void> {
    const begun = await this.begun;
    for (const { code, detail } of warnings) begun?.writer.warn(code, detail);
    await begun?.writer.publish(laterThanMs);
    await begun?.threads.close();
  }

  /** Discards the run and leaves the store unchanged. */
  async abort(): Promise<void> {
    const begun = await this.begun?.catch(() => undefined);
    await begun?.threads.close();
    await begun?.writer.abort();
  }

  private async begin(first: DownloadedRecord): Promise<{ writer: RunWriter; threads: IngestThreads }> {
    const { model, resolution, run, runsDirectory, isPart } = this.request;
    const runGrid = await new StepDecoder(run).gridOf(first, model.resolutions[resolution].degrees);
    const { stepsHours } = this;
    const { kept: grid } = runGrid;
    const { attribution } = model;
    const identity = { model: model.name, resolution, run, attribution, grid, stepsHours, isPart };
    const bounded = { ...identity, isBounded: true };
    const threads = chooseThreads(run, runGrid);
    return { writer: await RunWriter.create(runsDirectory, bounded, threads), threads };
  }
}

function chooseThreads(run: Date, runGrid: RunGrid): IngestThreads {
  const count = Math.min(availableParallelism(), MOST_THREADS);
  const isLarge = runGrid.grid.ni * runGrid.grid.nj >= LEAST_CELLS_FOR_THREADS;
  return isLarge && count > 1 ? new WorkerThreads(run, runGrid, count) : new OwnThread(run, runGrid);
}
