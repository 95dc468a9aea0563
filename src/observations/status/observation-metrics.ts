import { Injectable } from '@nestjs/common';
import { MetricsService, type Sample, samplesBy } from '../../core/telemetry/index.js';
import { type ObservationFeed, ObservationStatusService } from './observation-status.service.js';

/** Metrics of each source of station reports. */
@Injectable()
export class ObservationMetrics {
  constructor(
    metrics: MetricsService,
    private readonly status: ObservationStatusService,
  ) {
    metrics.gauge(
      'weather_observations_fault',
      '1 for what is wrong with a source of station reports; /health/ready has the details.',
      this.ofFeeds(({ fault }) => (fault ? [{ labels: { code: fault.code }, value: 1 }] : [])),
    );
    metrics.gauge(
      'weather_observations_newest_timestamp_seconds',
      'The time of the newest station report; absent before the first.',
      this.ofFeeds(({ newestReportAt: at }) => (at === null ? [] : [{ value: Date.parse(at) / 1_000 }])),
    );
    metrics.gauge(
      'weather_observations_stations',
      'Stations that have reported.',
      this.ofFeeds(({ stations }) => [{ value: stations }]),
    );
    metrics.gauge(
      'weather_observations_reports',
      'Station reports in the files that were read last.',
      this.ofFeeds(({ reports }) => [{ value: reports }]),
    );
    metrics.gauge(
      'weather_observations_refused',
      'Reports and values that were refused in the files that were read last, by reason.',
      this.ofFeeds(({ refused }) => samplesBy('reason', refused)),
    );
  }

  private ofFeeds(read: (feed: ObservationFeed) => readonly Sample[]): () => Sample[] {
    return () =>
      this.status
        .feeds()
        .flatMap((feed) =>
          read(feed).map(({ labels, value }) => ({ labels: { source: feed.source, ...labels }, value })),
        );
  }
}
