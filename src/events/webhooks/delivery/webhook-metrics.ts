import { Injectable } from '@nestjs/common';
import { MetricsService, samplesBy } from '../../../core/telemetry/index.js';
import { WebhookSenderService } from './webhook-sender.service.js';

/** Delivery metrics of webhooks. */
@Injectable()
export class WebhookMetrics {
  constructor(metrics: MetricsService, sender: WebhookSenderService) {
    metrics.counter(
      'weather_webhook_attempts_total',
      'Attempts of this process to send an event to a webhook, by outcome.',
      () => samplesBy('outcome', sender.outcomes),
    );
    metrics.gauge(
      'weather_webhook_backlog',
      'Events that wait to be sent to a webhook, at most a minute ago.',
      () => sender.backlog.events,
    );
    metrics.gauge(
      'weather_webhook_delay_seconds',
      'How long the oldest due webhook has been waiting.',
      () => sender.backlog.delaySeconds,
    );
  }
}
