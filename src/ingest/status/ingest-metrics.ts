import { Injectable } from '@nestjs/common';
import { Configuration } from '../../core/config/index.js';
import { MetricsService, type Sample, samplesBy } from '../../core/telemetry/index.js';
import type { SourceState } from '../source/mirrors.js';
import type { IngestState } from './ingest-report.types.js';
import { IngestStatusesService } from './ingest-statuses.service.js';

type IngestStatus = ReturnType<IngestStatusesService['of']>;

const SOURCE_STATES: readonly SourceState[] = ['well', 'lagging', 'failing'];
const STATES: readonly IngestState[] = ['off', 'waiting', 'polling', 'ingesting'];

/** Metrics of each model's scheduled ingest. */
@Injectable()
export class IngestMetrics {
  constructor(
    private readonly metrics: MetricsService,
    private readonly configuration: Configuration,
    private readonly statuses: IngestStatusesService,
  ) {
    this.addState();
    this.addProgress();
    this.addOutcomes();
    this.addFeed();
  }

  private addState(): void {
    this.metrics.gauge(
      'weather_ingest_state',
      '1 for what the scheduled ingest is doing; off if another process has the schedule.',
      this.ofModels(({ state }) => isOne('state', STATES, state)),
    );
    this.metrics.gauge(
      'weather_ingest_clock_skew_seconds',
      'How far the clock of the source is ahead.',
      this.ofModels(({ clockSkewMs }) => clockSkewMs / 1_000),
    );
  }

  private addProgress(): void {
    this.metrics.gauge(
      'weather_ingest_steps_done',
      'Finished steps of the run that is being downloaded.',
      this.ofModels(({ progress }) => progress?.stepsDone ?? 0),
    );
    this.metrics.gauge(
      'weather_ingest_steps',
      'Steps of the run that is being downloaded; 0 while none is.',
      this.ofModels(({ progress }) => progress?.steps ?? 0),
    );
    this.metrics.gauge(
      'weather_ingest_downloaded_bytes',
      'Bytes downloaded of the current run.',
      this.ofModels(({ progress }) => progress?.downloadedBytes ?? 0),
    );
  }

  private addOutcomes(): void {
    this.metrics.counter(
      'weather_ingest_publications_total',
      'Runs that were downloaded and published.',
      this.ofModels(({ publications }) => publications),
    );
    this.metrics.counter(
      'weather_ingest_failures_total',
      'Failed attempts to find or download a run.',
      this.ofModels(({ failures }) => failures),
    );
    this.metrics.gauge(
      'weather_ingest_failures_in_a_row',
      'Failed attempts since the last successful one.',
      this.ofModels(({ lastError }) => lastError?.count ?? 0),
    );
    this.metrics.gauge(
      'weather_ingest_last_success_timestamp_seconds',
      'When a check of the source or a download last succeeded; absent before the first.',
      this.ofModels(({ lastSuccessAt }) => (lastSuccessAt ? lastSuccessAt.getTime() / 1_000 : [])),
    );
  }

  private addFeed(): void {
    this.metrics.gauge(
      'weather_ingest_feed_fault',
      '1 for each kind of fault of the source of runs; /health/ready says what was expected, and where.',
      this.ofModels(({ faults }) => faults.map(({ code }) => ({ labels: { code }, value: 1 }))),
    );
    this.metrics.gauge(
      'weather_ingest_record_missing',
      '1 for each record that the last run lacks, or that was refused; /health/ready says why.',
      this.ofModels(({ missingRecords }) =>
        missingRecords.map((record) => ({ labels: { record }, value: 1 })),
      ),
    );
    this.metrics.counter(
      'weather_ingest_values_outside_total',
      'Values of published runs that are missing because they cannot be on Earth.',
      this.ofModels(({ outsideValues }) => outsideValues),
    );
    this.metrics.gauge(
      'weather_ingest_product',
      '1 for the kind of files that the last run came from.',
      this.ofModels(({ product }) => (product === undefined ? [] : [{ labels: { product }, value: 1 }])),
    );
    this.metrics.gauge(
      'weather_ingest_source_state',
      '1 for the state of each source at the last check or run: well, lagging (a later one had more) or failing.',
      this.ofModels(({ sources }) =>
        sources.flatMap(({ location, state }) =>
          isOne('state', SOURCE_STATES, state).map(({ labels, value }) => ({
            labels: { source: location, ...labels },
            value,
          })),
        ),
      ),
    );
    this.metrics.counter(
      'weather_ingest_source_steps_total',
      'Steps of published runs that each source served.',
      this.ofModels(({ stepsOfSource }) => samplesBy('source', Object.fromEntries(stepsOfSource))),
    );
  }

  private ofModels(read: (status: IngestStatus) => number | readonly Sample[]): () => Sample[] {
    return () =>
      this.configuration.models.flatMap(({ model: { name: model } }) => {
        const samples = read(this.statuses.of(model));
        return (typeof samples === 'number' ? [{ value: samples }] : samples).map(
          ({ labels, value }: Sample) => ({ labels: { model, ...labels }, value }),
        );
      });
  }
}

/** Returns 1 for the current value, 0 for each of the others. */
function isOne(label: string, all: readonly string[], one: string): Sample[] {
  return samplesBy(label, Object.fromEntries(all.map((name) => [name, Number(name === one)])));
}
