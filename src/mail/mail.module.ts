import { Module } from '@nestjs/common';
import { MailSenderService } from './mail-sender.service.js';
import { MailsService } from './mails.service.js';
import { OutboxService } from './outbox.service.js';

@Module({
  providers: [MailsService, OutboxService, MailSenderService],
  exports: [MailsService, OutboxService, MailSenderService],
})
export class MailModule {}
