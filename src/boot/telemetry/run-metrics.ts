import { Injectable } from '@nestjs/common';
import { Configuration } from '../../core/config/index.js';
import { RunCatalogue, RunFaults } from '../../store/catalogue/index.js';
import type { StoredRun } from '../../store/read/index.js';
import { latestRun, type Model, nextRun, runDueAt } from '../../weather/models/index.js';
import { MetricsService } from '../../core/telemetry/index.js';

/** The stored model runs. */
@Injectable()
export class RunMetrics {
  private readonly models: readonly Model[];

  constructor(
    metrics: MetricsService,
    configuration: Configuration,
    private readonly catalogue: RunCatalogue,
    faults: RunFaults,
  ) {
    this.models = configuration.models.map(({ model }) => model);
    metrics.gauge('weather_runs_stored', 'Model runs that can be served.', () =>
      this.models.map((model) => ({ labels: { model: model.name }, value: this.runsOf(model).length })),
    );
    metrics.gauge(
      'weather_run_age_seconds',
      "Since the newest stored run's own time, not its publication; absent where there is none.",
      () => this.newest(({ run }) => (Date.now() - run.getTime()) / 1_000),
    );
    metrics.gauge(
      'weather_run_published_timestamp_seconds',
      'When the newest stored run was published.',
      () => this.newest(({ publishedAt }) => publishedAt.getTime() / 1_000),
    );
    metrics.gauge(
      'weather_run_late_seconds',
      'How long the run after the newest complete one has been due; 0 before that.',
      () => this.models.map((model) => ({ labels: { model: model.name }, value: this.late(model) })),
    );
    metrics.gauge(
      'weather_run_faults',
      'Stored runs that cannot be read.',
      () => this.catalogue.faults().length,
    );
    metrics.counter(
      'weather_runs_damaged_total',
      'Stored runs that were found damaged and taken out of service.',
      () => faults.damagedTotal,
    );
    metrics.gauge(
      'weather_runs_out_of_service',
      'Damaged runs that have not been downloaded again yet.',
      () => this.catalogue.damagedRuns().length,
    );
  }

  private runsOf({ name }: Model): StoredRun[] {
    return this.catalogue.runs().filter(({ manifest }) => manifest.model === name);
  }

  private late(model: Model): number {
    const now = new Date();
    const complete = this.runsOf(model).find(({ manifest }) => !manifest.isPart);
    const next = complete ? nextRun(model, complete.run) : latestRun(model, now);
    return Math.max(0, now.getTime() - runDueAt(model, next).getTime()) / 1_000;
  }

  /** Relies on the list of runs being sorted newest first. */
  private newest(read: (run: StoredRun) => number) {
    return this.models.flatMap((model) =>
      this.runsOf(model)
        .slice(0, 1)
        .map((run) => ({
          labels: { model: model.name, resolution: run.manifest.resolution },
          value: read(run),
        })),
    );
  }
}
