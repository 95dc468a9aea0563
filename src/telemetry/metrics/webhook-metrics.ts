import { Injectable } from '@nestjs/common';
import { WebhookSenderService } from '../../webhooks/delivery/webhook-sender.service.js';
import { MetricsService } from './metrics.service.js';

/** What becomes of the events that webhooks are sent. */
@Injectable()
export class WebhookMetrics {
  constructor(metrics: MetricsService, sender: WebhookSenderService) {
    metrics.add(
      {
        name: 'weather_webhook_attempts_total',
        type: 'counter',
        help: 'Attempts of this process to send an event to a webhook, by outcome.',
      },
      () => Object.entries(sender.outcomes).map(([outcome, value]) => ({ labels: { outcome }, value })),
    );
    metrics.add(
      {
        name: 'weather_webhook_backlog',
        type: 'gauge',
        help: 'Events that wait to be sent to a webhook, at most a minute ago.',
      },
      () => sender.backlog.events,
    );
    metrics.add(
      {
        name: 'weather_webhook_delay_seconds',
        type: 'gauge',
        help: 'How long the oldest due webhook has been waiting.',
      },
      () => sender.backlog.delaySeconds,
    );
  }
}
