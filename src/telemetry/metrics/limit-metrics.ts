import { Injectable } from '@nestjs/common';
import { LimitDecisionsService } from '../../usage/limits/limit-decisions.service.js';
import { MetricsService } from './metrics.service.js';

/** What the clients' limits decided. */
@Injectable()
export class LimitMetrics {
  constructor(metrics: MetricsService, decisions: LimitDecisionsService) {
    metrics.add(
      {
        name: 'weather_limit_decisions_total',
        type: 'counter',
        help: 'Rate limit decisions: admitted, or refused with 429.',
      },
      () => [
        { labels: { decision: 'admitted' }, value: decisions.admitted },
        { labels: { decision: 'refused' }, value: decisions.refused },
      ],
    );
    metrics.add(
      {
        name: 'weather_limit_refusals_total',
        type: 'counter',
        help: 'Refusals by window; one request may be refused by several.',
      },
      () => Object.entries(decisions.refusedBy).map(([window, value]) => ({ labels: { window }, value })),
    );
  }
}
