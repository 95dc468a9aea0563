import { Injectable } from '@nestjs/common';
import { MailSenderService } from '../../mail/mail-sender.service.js';
import { MetricsService } from './metrics.service.js';

/** What becomes of the messages of the outbox. */
@Injectable()
export class MailMetrics {
  constructor(metrics: MetricsService, sender: MailSenderService) {
    metrics.add(
      {
        name: 'weather_mail_attempts_total',
        type: 'counter',
        help: 'Attempts of this process to send a message, by outcome.',
      },
      () => Object.entries(sender.outcomes).map(([outcome, value]) => ({ labels: { outcome }, value })),
    );
    metrics.add(
      {
        name: 'weather_mail_backlog',
        type: 'gauge',
        help: 'Messages in the outbox that wait for their next attempt, at most a minute ago.',
      },
      () => sender.backlog.mails,
    );
    metrics.add(
      {
        name: 'weather_mail_backlog_age_seconds',
        type: 'gauge',
        help: 'How long the oldest of them has been waiting.',
      },
      () => sender.backlog.ageSeconds,
    );
  }
}
