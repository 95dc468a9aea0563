import { Injectable } from '@nestjs/common';
import { MetricsService, samplesBy } from '../telemetry/metrics/metrics.service.js';
import { MailSenderService } from './mail-sender.service.js';

/** Delivery metrics of the mail outbox. */
@Injectable()
export class MailMetrics {
  constructor(metrics: MetricsService, sender: MailSenderService) {
    metrics.counter(
      'weather_mail_attempts_total',
      'Attempts of this process to send a message, by outcome.',
      () => samplesBy('outcome', sender.outcomes),
    );
    metrics.gauge(
      'weather_mail_backlog',
      'Messages in the outbox that wait for their next attempt, at most a minute ago.',
      () => sender.backlog.mails,
    );
    metrics.gauge(
      'weather_mail_backlog_age_seconds',
      'How long the oldest of them has been waiting.',
      () => sender.backlog.ageSeconds,
    );
  }
}
