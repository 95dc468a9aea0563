import { Injectable } from '@nestjs/common';
import { MetricsService, samplesBy } from '../../core/telemetry/index.js';
import { LimitDecisionsService } from './limit-decisions.service.js';
import { LimitStorage } from './limit.storage.js';

/** The decisions of the clients' limits, and whether the shared store is reachable. */
@Injectable()
export class LimitMetrics {
  constructor(metrics: MetricsService, decisions: LimitDecisionsService, storage: LimitStorage) {
    metrics.counter(
      'weather_limit_decisions_total',
      'Rate limit decisions: admitted, or refused with 429.',
      () => samplesBy('decision', { admitted: decisions.admitted, refused: decisions.refused }),
    );
    metrics.counter(
      'weather_limit_refusals_total',
      'Refusals by window; one request may be refused by several.',
      () => samplesBy('window', decisions.refusedBy),
    );
    metrics.gauge(
      'weather_limit_store_lost',
      '1 while the shared limit store is unreachable and each process enforces limits on its own.',
      () => Number(storage.isLost()),
    );
  }
}
