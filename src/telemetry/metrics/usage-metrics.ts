import { Injectable } from '@nestjs/common';
import { JournalHealthService } from '../../usage/metering/journal/journal-health.service.js';
import { UsageFlusherService } from '../../usage/metering/usage-flusher.service.js';
import { UsageMeterService } from '../../usage/metering/usage-meter.service.js';
import { histogramSamples } from './histogram-samples.js';
import { MetricsService } from './metrics.service.js';

const FLUSH_DURATION = 'weather_usage_flush_duration_seconds';

/** The way of usage from the journal into the database. */
@Injectable()
export class UsageMetrics {
  constructor(
    metrics: MetricsService,
    flusher: UsageFlusherService,
    meter: UsageMeterService,
    health: JournalHealthService,
  ) {
    metrics.add(
      {
        name: 'weather_usage_journal_backlog_bytes',
        type: 'gauge',
        help: 'Usage in the journal that is not in the database yet.',
      },
      () => flusher.backlog.bytes,
    );
    metrics.add(
      {
        name: 'weather_usage_journal_backlog_age_seconds',
        type: 'gauge',
        help: 'How long the oldest usage in the journal has been waiting.',
      },
      () => flusher.backlog.ageMs / 1_000,
    );
    metrics.add(
      {
        name: 'weather_usage_unrecorded_requests_total',
        type: 'counter',
        help: 'Requests that could not be written to the journal, by outcome (JOURNAL_FULL).',
      },
      () => [
        { labels: { outcome: 'refused' }, value: meter.refused },
        { labels: { outcome: 'uncounted' }, value: meter.uncounted },
      ],
    );
    metrics.add(
      {
        name: 'weather_usage_journal_unwritable',
        type: 'gauge',
        help: 'Whether writing the journal has failed for some seconds.',
      },
      () => Number(!health.isWritable),
    );
    metrics.add(
      {
        name: 'weather_usage_journal_lost_frames_total',
        type: 'counter',
        help: 'Parts of the journal that could not be read, so that their requests are not counted.',
      },
      () => flusher.lostFrames,
    );
    metrics.add(
      {
        name: 'weather_usage_journal_damaged_segments',
        type: 'gauge',
        help: 'Journal files with unreadable parts that are still kept.',
      },
      async () => [{ value: await flusher.countDamagedSegments() }],
    );
    metrics.add(
      { name: FLUSH_DURATION, type: 'histogram', help: 'Duration of each flush of usage to the database.' },
      () => histogramSamples(FLUSH_DURATION, flusher.durations),
    );
    metrics.add(
      {
        name: 'weather_usage_flush_failures_total',
        type: 'counter',
        help: 'Flushes that failed.',
      },
      () => flusher.failures,
    );
  }
}
