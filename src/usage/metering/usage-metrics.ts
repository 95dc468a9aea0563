import { Injectable } from '@nestjs/common';
import { MetricsService, samplesBy } from '../../core/telemetry/index.js';
import { JournalHealthService } from './journal/journal-health.service.js';
import { UsageFlusherService } from './usage-flusher.service.js';
import { UsageMeterService } from './usage-meter.service.js';

/** The journal, and the flushing of usage from it into the database. */
@Injectable()
export class UsageMetrics {
  constructor(
    metrics: MetricsService,
    flusher: UsageFlusherService,
    meter: UsageMeterService,
    health: JournalHealthService,
  ) {
    metrics.gauge(
      'weather_usage_journal_backlog_bytes',
      'Usage in the journal that is not in the database yet.',
      () => flusher.backlog.bytes,
    );
    metrics.gauge(
      'weather_usage_journal_backlog_age_seconds',
      'How long the oldest usage in the journal has been waiting.',
      () => flusher.backlog.ageMs / 1_000,
    );
    metrics.counter(
      'weather_usage_unrecorded_requests_total',
      'Requests that could not be written to the journal, by outcome (JOURNAL_FULL).',
      () => samplesBy('outcome', { refused: meter.refused, uncounted: meter.uncounted }),
    );
    metrics.gauge(
      'weather_usage_journal_unwritable',
      'Whether writing the journal has failed for some seconds.',
      () => Number(!health.isWritable),
    );
    metrics.counter(
      'weather_usage_journal_lost_frames_total',
      'Parts of the journal that could not be read, so that their requests are not counted.',
      () => flusher.lostFrames,
    );
    metrics.gauge(
      'weather_usage_journal_damaged_segments',
      'Journal files with unreadable parts that are still kept.',
      () => flusher.countDamagedSegments(),
    );
    metrics.histogram(
      'weather_usage_flush_duration_seconds',
      'Duration of each flush of usage to the database.',
      () => [{ durations: flusher.durations }],
    );
    metrics.counter(
      'weather_usage_flush_failures_total',
      'Flushes that failed.',
      () => flusher.failedFlushes,
    );
  }
}
