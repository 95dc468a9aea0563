import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { HOUR_MS, toInstant } from '../../core/time/index.js';
import { Configuration } from '../../core/config/index.js';
import { IngestReportsService } from '../status/ingest-reports.service.js';
import { RunCatalogue } from '../../store/catalogue/index.js';
import { startOf } from '../../store/format/index.js';
import type { StoredRun } from '../../store/read/index.js';
import {
  type ModelTarget,
  isOverdue,
  latestRun,
  nextRun,
  runBeginsAt,
  runDueAt,
  stepsOf,
} from '../../weather/models/index.js';
import { readSharingReport } from '../../store/sharing/index.js';
import { modelStateOf } from './model-state.js';
import { type ModelScheduleDto, type RunsDto, type SharingDto, type StoredRunDto } from './runs.dto.js';

/** Lists the stored runs, and what is being ingested and shared. */
@Injectable()
export class RunsService {
  private readonly targets: readonly ModelTarget[];
  /** By name of the run; a published run never changes. */
  private sizes = new Map<string, number>();

  constructor(
    private readonly catalogue: RunCatalogue,
    private readonly ingest: IngestReportsService,
    private readonly configuration: Configuration,
  ) {
    // The configured ones first: their settings may limit the steps, as `gfs:120` does.
    this.targets = [...configuration.models, ...configuration.knownModels];
  }

  list(now: Date): RunsDto {
    const stored = this.catalogue.runs();
    this.sizes = new Map(stored.map(({ name }) => [name, this.sizes.get(name) ?? this.measure(name)]));
    return {
      runs: stored.map((run) => this.describe(run, now)),
      models: this.models(now),
      damaged: this.catalogue
        .damagedRuns()
        .map((name) => ({ model: name.model, run: toInstant(startOf(name)) })),
      ingest: this.ingest.all(),
      sharing: this.sharing(),
    };
  }

  /** Returns the schedule of each model, with its state. */
  models(now: Date): ModelScheduleDto[] {
    const stored = this.catalogue.runs();
    const [reports, feeds] = [this.ingest.all(), this.ingest.feeds()];
    const isScheduled = this.configuration.ingestSchedule !== 'off';
    return this.configuration.models.map((target, index) => {
      const schedule = scheduleOf(target, stored, now);
      const facts = { ...schedule, ingest: reports[index], faults: feeds[index].faults, isScheduled };
      return { ...schedule, state: modelStateOf(facts, now) };
    });
  }

  private describe({ name, run, publishedAt, manifest }: StoredRun, now: Date): StoredRunDto {
    const { model, resolution, stepsHours, isPart = false, warnings } = manifest;
    const lastStep = stepsHours[stepsHours.length - 1];
    const whole = this.wholeRun(model, resolution, run);
    const timeAt = (stepHours: number) => toInstant(new Date(run.getTime() + stepHours * HOUR_MS));
    return {
      model,
      resolution,
      run: toInstant(run),
      publishedAt: toInstant(publishedAt),
      ageSeconds: Math.max(0, Math.floor((now.getTime() - run.getTime()) / 1000)),
      firstTime: timeAt(stepsHours[0]),
      lastTime: timeAt(lastStep),
      expectedLastTime: whole.length === 0 ? null : timeAt(Math.max(lastStep, whole[whole.length - 1])),
      isComplete: !isPart,
      steps: stepsHours.length,
      missingSteps: whole.filter((step) => !stepsHours.includes(step) && !(isPart && step > lastStep)),
      warnings: warnings.map(({ code, detail }) => ({ code, detail })),
      sizeBytes: this.sizes.get(name) ?? 0,
    };
  }

  /**
   * Returns the steps of the whole run; empty for a model or resolution that this version, or its settings, don't know.
   */
  private wholeRun(modelName: string, resolution: string, run: Date): number[] {
    const target = this.targets.find(({ model }) => model.name === modelName);
    return target && resolution in target.model.resolutions ? stepsOf({ ...target, resolution }, run) : [];
  }

  private sharing(): SharingDto | null {
    const report = readSharingReport(this.configuration);
    if (!report) return null;
    const { state, progress, lastError, lastSuccessAt } = report;
    return {
      state,
      progress,
      lastError: lastError && {
        code: lastError.name,
        at: toInstant(new Date(lastError.at)),
        count: lastError.count,
      },
      lastSuccessAt: lastSuccessAt && toInstant(new Date(lastSuccessAt)),
    };
  }

  /** Returns the size of a run's files; 0 if it can't be read, as while another process deletes them. */
  private measure(name: string): number {
    const directory = join(this.configuration.runsDirectory, name);
    try {
      return readdirSync(directory).reduce((sum, file) => sum + statSync(join(directory, file)).size, 0);
    } catch {
      return 0;
    }
  }
}

/** @param stored newest first */
function scheduleOf(
  { model, resolution }: ModelTarget,
  stored: readonly StoredRun[],
  now: Date,
): Omit<ModelScheduleDto, 'state'> {
  const newest = stored.find(({ manifest }) => manifest.model === model.name && !manifest.isPart)?.run;
  const next = newest ? nextRun(model, newest) : latestRun(model, now);
  const dueAt = runDueAt(model, next);
  return {
    model: model.name,
    title: model.title,
    resolution,
    isEnsemble: model.ensemble !== undefined,
    newestRun: newest ? toInstant(newest) : null,
    nextRun: toInstant(next),
    nextRunBeginsAt: toInstant(runBeginsAt(model, next)),
    nextRunExpectedAt: toInstant(dueAt),
    lagSeconds: Math.max(0, Math.floor((now.getTime() - dueAt.getTime()) / 1000)),
    isOverdue: isOverdue(model, next, now),
  };
}
