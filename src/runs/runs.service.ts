import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { toInstant } from '../common/instant.js';
import { Configuration } from '../config/configuration.js';
import { IngestStatus } from '../ingest/ingest-status.js';
import { RunCatalogue } from '../model-store/run-catalogue.js';
import { type StoredRun } from '../model-store/stored-run.js';
import { MODELS } from '../models/models.js';
import { type IngestDto, type RunsDto, type StoredRunDto } from './runs.dto.js';

const HOUR_MS = 3_600_000;

/** What is stored, and what is on its way. */
@Injectable()
export class RunsService {
  /** A published run never changes. */
  private sizes = new Map<string, number>();

  constructor(
    private readonly catalogue: RunCatalogue,
    private readonly ingestStatus: IngestStatus,
    private readonly configuration: Configuration,
  ) {}

  list(now: Date): RunsDto {
    const stored = this.catalogue.runs();
    this.sizes = new Map(stored.map(({ name }) => [name, this.sizes.get(name) ?? this.measure(name)]));
    return { runs: stored.map((run) => this.describe(run, now)), ingest: this.ingest() };
  }

  private describe({ name, run, publishedAt, manifest }: StoredRun, now: Date): StoredRunDto {
    const { model, resolution, stepsHours, warnings } = manifest;
    const timeAt = (stepHours: number) => toInstant(new Date(run.getTime() + stepHours * HOUR_MS));
    return {
      model,
      resolution,
      run: toInstant(run),
      publishedAt: toInstant(publishedAt),
      ageSeconds: Math.max(0, Math.floor((now.getTime() - run.getTime()) / 1000)),
      firstTime: timeAt(stepsHours[0]),
      lastTime: timeAt(stepsHours[stepsHours.length - 1]),
      steps: stepsHours.length,
      missingSteps: this.wholeRun(model, resolution).filter((step) => !stepsHours.includes(step)),
      warnings: warnings.map(({ code, detail }) => ({ code, detail })),
      sizeBytes: this.sizes.get(name) ?? 0,
    };
  }

  /** Empty for a model or a resolution that this version does not know. */
  private wholeRun(modelName: string, resolution: string): number[] {
    const model = Object.values(MODELS).find(({ name }) => name === modelName);
    return model?.resolutions[resolution]?.steps(this.configuration.gfsMaxStepHours) ?? [];
  }

  private ingest(): IngestDto {
    const { state, progress, lastError, nextLookAt } = this.ingestStatus;
    return {
      state,
      progress: progress
        ? { ...progress, run: toInstant(progress.run), startedAt: toInstant(progress.startedAt) }
        : null,
      // The message may name hosts and paths: it is for the log.
      lastError: lastError
        ? { code: lastError.name, at: toInstant(lastError.at), count: lastError.count }
        : null,
      nextLookAt: nextLookAt ? toInstant(nextLookAt) : null,
    };
  }

  /** The bytes of a run's files; of one that another process deletes at this moment, what is left. */
  private measure(name: string): number {
    const directory = join(this.configuration.runsDirectory, name);
    try {
      return readdirSync(directory).reduce((sum, file) => sum + statSync(join(directory, file)).size, 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return 0;
    }
  }
}
