import { Module } from '@nestjs/common';
import { MetricsModule } from '../telemetry/prometheus/metrics.module.js';
import { MailSenderService } from './mail-sender.service.js';
import { MailsService } from './mails.service.js';
import { OutboxService } from './outbox.service.js';

@Module({
  imports: [MetricsModule],
  providers: [MailsService, OutboxService, MailSenderService],
  exports: [MailsService, OutboxService],
})
export class MailModule {}
