import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../database/clock/database-clock.service.js';
import { Metrics } from './metrics.service.js';

/** Whether the process knows what time it is. */
@Injectable()
export class ClockMetrics {
  constructor(metrics: Metrics, clock: DatabaseClock) {
    metrics.add(
      {
        name: 'weather_clock_ahead_seconds',
        type: 'gauge',
        help: "How far the process's clock is ahead of the database's; absent before the first comparison.",
      },
      () => (clock.aheadSeconds === undefined ? [] : [{ value: clock.aheadSeconds }]),
    );
  }
}
