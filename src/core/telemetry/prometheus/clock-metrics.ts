import { Injectable } from '@nestjs/common';
import { DatabaseClockService } from '../../database/database-clock.service.js';
import { MetricsService } from './metrics.service.js';

/** The deviation of the process's clock. */
@Injectable()
export class ClockMetrics {
  constructor(metrics: MetricsService, clock: DatabaseClockService) {
    metrics.gauge(
      'weather_clock_ahead_seconds',
      "How far the process's clock is ahead of the database's; absent before the first comparison.",
      () => clock.aheadSeconds,
    );
  }
}
