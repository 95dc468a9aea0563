import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import type { SourceState } from '../../ingest/source/source-state.types.js';
import type { IngestState } from '../../ingest/status/ingest-report.types.js';
import { IngestStatusesService } from '../../ingest/status/ingest-statuses.service.js';
import { MetricsService } from './metrics.service.js';
import type { MetricDescription, Sample } from './read-metric.js';

type IngestStatus = ReturnType<IngestStatusesService['of']>;

const SOURCE_STATES: readonly SourceState[] = ['well', 'lagging', 'failing'];
const STATES: readonly IngestState[] = ['off', 'waiting', 'polling', 'ingesting'];

/** The scheduled ingest of each model. */
@Injectable()
export class IngestMetrics {
  private readonly ofModels: readonly { model: string; status: IngestStatus }[];

  constructor(
    private readonly metrics: MetricsService,
    configuration: Configuration,
    statuses: IngestStatusesService,
  ) {
    this.ofModels = configuration.models.map(({ model }) => ({
      model: model.name,
      status: statuses.of(model.name),
    }));
    this.addState();
    this.addProgress();
    this.addOutcomes();
    this.addFeed();
  }

  private addState(): void {
    this.metrics.add(
      {
        name: 'weather_ingest_state',
        type: 'gauge',
        help: '1 for what the scheduled ingest is doing; off if another process has the schedule.',
      },
      () =>
        this.ofModels.flatMap(({ model, status }) =>
          STATES.map((state) => ({ labels: { model, state }, value: Number(status.state === state) })),
        ),
    );
    this.add(
      {
        name: 'weather_ingest_clock_skew_seconds',
        type: 'gauge',
        help: 'How far the clock of the source is ahead.',
      },
      ({ clockSkewMs }) => clockSkewMs / 1_000,
    );
  }

  private addProgress(): void {
    this.add(
      {
        name: 'weather_ingest_steps_done',
        type: 'gauge',
        help: 'Finished steps of the run that is being downloaded.',
      },
      ({ progress }) => progress?.stepsDone ?? 0,
    );
    this.add(
      {
        name: 'weather_ingest_steps',
        type: 'gauge',
        help: 'Steps of the run that is being downloaded; 0 while none is.',
      },
      ({ progress }) => progress?.steps ?? 0,
    );
    this.add(
      {
        name: 'weather_ingest_downloaded_bytes',
        type: 'gauge',
        help: 'Bytes downloaded of the current run.',
      },
      ({ progress }) => progress?.downloadedBytes ?? 0,
    );
  }

  private addOutcomes(): void {
    this.add(
      {
        name: 'weather_ingest_publications_total',
        type: 'counter',
        help: 'Runs that were downloaded and published.',
      },
      ({ publications }) => publications,
    );
    this.add(
      {
        name: 'weather_ingest_failures_total',
        type: 'counter',
        help: 'Failed attempts to find or download a run.',
      },
      ({ failures }) => failures,
    );
    this.add(
      {
        name: 'weather_ingest_failures_in_a_row',
        type: 'gauge',
        help: 'Failed attempts since the last successful one.',
      },
      ({ lastError }) => lastError?.count ?? 0,
    );
    this.add(
      {
        name: 'weather_ingest_last_success_timestamp_seconds',
        type: 'gauge',
        help: 'When a check of the source or a download last succeeded; absent before the first.',
      },
      ({ lastSuccessAt }) => (lastSuccessAt ? lastSuccessAt.getTime() / 1_000 : undefined),
    );
  }

  private addFeed(): void {
    const add = (description: MetricDescription, read: (status: IngestStatus) => Sample[]) =>
      this.metrics.add(description, () =>
        this.ofModels.flatMap(({ model, status }) =>
          read(status).map(({ labels, value }) => ({ labels: { model, ...labels }, value })),
        ),
      );
    add(
      {
        name: 'weather_ingest_feed_fault',
        type: 'gauge',
        help: '1 for each kind of fault of the source of runs; /health/ready says what was expected, and where.',
      },
      ({ faults }) => faults.map(({ code }) => ({ labels: { code }, value: 1 })),
    );
    add(
      {
        name: 'weather_ingest_product',
        type: 'gauge',
        help: '1 for the kind of files that the last run came from.',
      },
      ({ product }) => (product === undefined ? [] : [{ labels: { product }, value: 1 }]),
    );
    add(
      {
        name: 'weather_ingest_source_state',
        type: 'gauge',
        help: '1 for the state of each source at the last check or run: well, lagging (a later one had more) or failing.',
      },
      ({ sources }) =>
        sources.flatMap(({ location: source, state }) =>
          SOURCE_STATES.map((other) => ({
            labels: { source, state: other },
            value: Number(other === state),
          })),
        ),
    );
    add(
      {
        name: 'weather_ingest_source_steps_total',
        type: 'counter',
        help: 'Steps of published runs that each source served.',
      },
      ({ stepsOfSource }) => [...stepsOfSource].map(([source, value]) => ({ labels: { source }, value })),
    );
  }

  /** One number of each model; what is undefined is left out. */
  private add(description: MetricDescription, read: (status: IngestStatus) => number | undefined): void {
    this.metrics.add(description, () =>
      this.ofModels.flatMap(({ model, status }): Sample[] => {
        const value = read(status);
        return value === undefined ? [] : [{ labels: { model }, value }];
      }),
    );
  }
}
